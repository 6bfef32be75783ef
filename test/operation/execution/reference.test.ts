// @module-tag never-excused
import { setImmediate } from 'node:timers/promises';
import { execute, OverlappingFieldsCanBeMergedRule, parse, validate } from 'graphql';
import { describe } from 'vitest';
import { executeOperation } from '../../../src/operation/execution/execute-plan.ts';
import { createPayer } from '../../../src/operation/payer.ts';
import { startOperation } from '../../../src/operation/operation.ts';
import { compareWithReference, difference } from './compare-results.ts';
import { randomOperation } from './random-operation.ts';
import { syntheticSchema } from './synthetic-schema.ts';

const schema = syntheticSchema();

/** Returns a description of the difference between the result of the executor and that of graphql-js. */
async function compare(seed: number): Promise<string | undefined> {
  const { document: text, variables } = randomOperation(schema, seed);
  const document = parse(text);
  // Other validation errors, such as a fragment that applies to no type, do not affect execution.
  if (validate(schema, document, [OverlappingFieldsCanBeMergedRule]).length > 0) return 'invalid';
  const operation = startOperation({
    payer: createPayer('ada'),
    clientSignal: new AbortController().signal,
    timeoutMs: 10_000,
  });
  const log: string[] = [];
  const referenceLog: string[] = [];
  const request = { schema, document, variableValues: variables };
  try {
    const contextValue = { operation, seed, log };
    const actual = await executeOperation({ ...request, contextValue });
    const reference = await ignoringRejections(async () =>
      execute({ ...request, contextValue: { seed, log: referenceLog } }),
    );
    const found =
      difference(actual, reference) ?? (log.join() === referenceLog.join() ? undefined : `order ${log.join()}`);
    return found && `seed ${seed}: ${found}\n${text}\n${JSON.stringify(variables)}`;
  } finally {
    operation.end();
  }
}

/** More turns of the event loop than the deepest operation takes. */
const maxTurns = 50;

/** Ignores unhandled rejections: graphql-js leaves those of list items if another item throws. */
async function ignoringRejections<Result>(run: () => Promise<Result>): Promise<Result> {
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', () => {});
  try {
    return await run();
  } finally {
    // Resolvers below a value that is already null can run for several more turns.
    for (let turn = 0; turn < maxTurns; turn += 1) await setImmediate();
    process.removeAllListeners('unhandledRejection');
    for (const listener of listeners) process.on('unhandledRejection', listener);
  }
}

describe('the results of random operations', () => {
  compareWithReference(compare, 400);
});
