// @module-tag never-excused
import { setImmediate } from 'node:timers/promises';
import { mapSchema, MapperKind } from '@graphql-tools/utils';
import {
  execute,
  type ExecutionResult,
  getNamedType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isCompositeType,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  OverlappingFieldsCanBeMergedRule,
  parse,
  validate,
} from 'graphql';
import pino from 'pino';
import { describe } from 'vitest';
import { createGraphContext } from '../../../src/graph/core/context.ts';
import { schema } from '../../../src/graph/schema.ts';
import { noTrace } from '../../../src/infrastructure/telemetry/trace-context.ts';
import { executeOperation } from '../../../src/operation/execution/execute-plan.ts';
import { Place } from '../../../src/operation/execution/places.ts';
import { type Plan, prepareOperation } from '../../../src/operation/execution/plan.ts';
import type { PlannedField } from '../../../src/operation/execution/planned-field.ts';
import { createPayer } from '../../../src/operation/payer.ts';
import { ToolError } from '../../../src/tools/errors/tool-error.ts';
import { allScopes } from '../../../src/tools/tool.ts';
import { scriptedConnector } from '../../connector/resilience/scripted-connector.ts';
import { compareWithReference, difference } from '../../operation/execution/compare-results.ts';
import { createTestFeed } from '../../support/graph/event-feed.ts';
import { payloadId } from '../../support/platform/tool-payloads.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import { matchedPayloads } from '../errors/matched-payloads.ts';

const payloads: Partial<Record<string, unknown>> = matchedPayloads;
const now = new Date('2026-03-02T12:00:00Z');

const plans = new WeakMap<object, Plan>();

/** The schema for graphql-js. Its resolvers get a `Place` of the plan instead of `info`. */
const referenceSchema: GraphQLSchema = mapSchema(schema, {
  [MapperKind.OBJECT_FIELD]: (field) => {
    const { resolve } = field;
    if (!resolve) return field;
    return {
      ...field,
      resolve: (source, args, context, info) => {
        const plan = plans.get(context);
        const planned = plannedField(plan, info.path);
        if (!plan || !planned) return resolve(source, args, context, info);
        const operation = { plan, rootValue: undefined, variableValues: {} };
        const place = new Place({ source, result: {}, place: undefined, operation }, planned);
        return resolve(source, args, context, Object.defineProperty(place, 'path', { value: info.path }));
      },
    };
  },
});

function plannedField(plan: Plan | undefined, path: GraphQLResolveInfo['path'] | undefined): PlannedField | undefined {
  if (!plan || !path) return undefined;
  if (typeof path.key === 'number') return plannedField(plan, path.prev);
  const above = plannedField(plan, path.prev);
  const type = schema.getType(path.typename ?? '');
  const { fields } = above && isObjectType(type) ? above.selectionOn(type) : plan.root();
  return fields.find(({ responseName }) => responseName === path.key);
}

/** Runs a document. The seed decides which tools fail. */
async function run(
  seed: number,
  text: string,
  executeWith: (request: {
    document: ReturnType<typeof parse>;
    contextValue: ReturnType<typeof createGraphContext>;
    variableValues: Record<string, unknown>;
  }) => Promise<Awaited<ReturnType<typeof executeOperation>>>,
) {
  const random = randomFrom(seed);
  const failing = new Set(random.chance(50) ? random.some(Object.keys(payloads), random.int(1, 6)) : []);
  const { connector } = scriptedConnector({
    answer: async ({ tool }) => {
      for (let turns = tool.name.length % 4; turns > 0; turns -= 1) await setImmediate();
      if (failing.has(tool.name))
        throw new ToolError({ code: 'UPSTREAM_ERROR', tool: tool.name, message: `${tool.name} failed.` });
      return payloads[tool.name];
    },
  });
  const contextValue = createGraphContext(
    { connector, now: () => now, activityHorizonDays: 60, operationTimeoutMs: 30_000, events: createTestFeed() },
    {
      payer: createPayer('ada'),
      scopes: allScopes,
      requestId: 'request',
      trace: noTrace,
      signal: new AbortController().signal,
      log: pino({ level: 'silent' }),
      uploads: new Map(),
    },
  );
  try {
    const result = await executeWith({ document: parse(text), contextValue, variableValues: {} });
    const errors = [...(result.errors ?? []), ...contextValue.fallbackErrors];
    return { ...result, ...(errors.length > 0 && { errors }), tools: contextValue.tools.trace.map(({ tool }) => tool) };
  } finally {
    contextValue.operation.end();
  }
}

async function compare(seed: number): Promise<string | undefined> {
  const text = randomQuery(randomFrom(seed));
  if (validate(schema, parse(text), [OverlappingFieldsCanBeMergedRule]).length > 0) return 'invalid';
  const actual = await run(seed, text, async (request) => {
    return executeOperation({ schema, ...request });
  });
  const reference = await run(seed, text, async (request) => {
    const prepared = prepareOperation({ schema, document: request.document });
    if ('plan' in prepared) plans.set(request.contextValue, prepared.plan);
    return execute({ ...request, schema: referenceSchema });
  });
  const found =
    difference({ data: actual.data ?? null }, { data: reference.data ?? null }) ??
    // Compares no paths: of the fields that wait for a failed call, only the first reports it.
    changed('errors', messagesOf(actual), messagesOf(reference)) ??
    changed('tool calls', actual.tools, reference.tools);
  return found && `seed ${seed}: ${found}\n${text}`;
}

const messagesOf = ({ errors = [] }: ExecutionResult) => [...new Set(errors.map(({ message }) => message))];

function changed(what: string, actual: readonly string[], reference: readonly string[]): string | undefined {
  const [found, expected] = [actual.toSorted().join(), reference.toSorted().join()];
  return found === expected ? undefined : `${what} ${found} instead of ${expected}`;
}

const randomQuery = (random: Random): string => `{ ${selection(random, 'Query', 5)} }`;

function selection(random: Random, typeName: string, depth: number): string {
  const type = schema.getType(typeName);
  const members = isAbstractType(type) ? schema.getPossibleTypes(type).map(({ name }) => name) : [];
  const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
  const usable = fields.filter(
    ({ name, args, type: target }) =>
      !name.startsWith('_') &&
      args.every((arg) => !isRequiredArgument(arg) || arg.name === 'id') &&
      (depth > 1 || !isCompositeType(getNamedType(target))),
  );
  const parts = random.some(usable, typeName === 'Query' ? 2 : random.int(2, 6)).map((field) => {
    const target = getNamedType(field.type);
    const takesId = field.args.some((arg) => isRequiredArgument(arg) && arg.name === 'id');
    const args = takesId ? `(id: "${target.name === 'Company' ? 'exe_1' : payloadId}")` : '';
    const alias = random.chance(10) ? `x_${field.name}: ` : '';
    const below = isCompositeType(target) ? ` { ${selection(random, target.name, depth - 1)} }` : '';
    return `${alias}${field.name}${args}${below}`;
  });
  const fragments = members
    .filter(() => random.chance(60))
    .map((member) => `... on ${member} { ${selection(random, member, depth - 1)} }`);
  return ['__typename', ...parts, ...fragments].join(' ');
}

describe('the results of the real schema', () => {
  compareWithReference(compare, 200);
});
