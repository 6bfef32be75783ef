import type { ObjectRef } from '@pothos/core';
import { builder } from './builder.ts';
import type { GraphContext } from './context.ts';
import { logFailure } from './failure-log.ts';
import { type ProblemName, problemFor, problemTypes } from './problem.ts';

/**
 * The union that a mutation answers with: `<Name>Success` or one of the problems, and how to get there.
 * @param options.success fills the fields of the success type
 */
export function mutationResult<Success extends object>(options: {
  /** The mutation's name with a capital: `CreateList`. */
  name: string;
  description: string;
  problems: readonly Exclude<ProblemName, 'UpstreamProblem' | 'NotPermittedProblem'>[];
  success: ObjectRef<PothosTypes, Success>;
  /** Where the tool's input comes from among the arguments, so that its refusals name what the caller wrote. */
  inputPath?: string[];
}) {
  const problems: ProblemName[] = [...options.problems, 'NotPermittedProblem', 'UpstreamProblem'];
  const type = builder.unionType(`${options.name}Result`, {
    description: options.description,
    types: [options.success, ...problems.map((name) => problemTypes[name])],
    resolveType: (value) =>
      'typename' in value && typeof value.typename === 'string' ? value.typename : `${options.name}Success`,
  });
  return { type, run };

  /** Makes the change; what was read before it no longer answers, and every failure becomes a problem. */
  async function run(context: GraphContext, change: () => Promise<Success>) {
    try {
      return await change();
    } catch (error) {
      logFailure(context, error, { mutation: options.name });
      const { inputPath = [] } = options;
      const tool = context.tools.trace.at(-1)?.tool ?? '';
      return problemFor(error, { allowed: problems, inputPath, requestId: context.requestId, tool });
    } finally {
      context.loaderScope = {};
    }
  }
}

type PothosTypes = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never;
