import type { ObjectRef } from '@pothos/core';
import { requireScope, scopeOf } from '../../connector/scope.ts';
import type { ConnectorKind } from '../../tools/tool.ts';
import { builder } from '../core/builder.ts';
import type { GraphContext } from '../core/context.ts';
import { logFailure } from './failure-log.ts';
import { type ProblemName, problemFor, problemTypes } from './problem.ts';

/**
 * The union that a mutation answers with: `<Name>Success` or one of the problems, and how to get there.
 * @param options.success fills the fields of the success type
 */
export function mutationResult<Success extends object>(options: {
  /** Which connector makes the change. */
  connector: ConnectorKind;
  /** The mutation's name with a capital: `CreateList`. */
  name: string;
  description: string;
  /** Besides those that every mutation has: InvalidInputProblem, NotPermittedProblem and UpstreamProblem. */
  problems: readonly ('NotFoundProblem' | 'ConflictProblem')[];
  success: ObjectRef<PothosTypes, Success>;
  /** Where the tool's input comes from among the arguments, so that its refusals name what the caller wrote. */
  inputPath?: string[];
}) {
  const problems: ProblemName[] = [
    'InvalidInputProblem',
    ...options.problems,
    'NotPermittedProblem',
    'UpstreamProblem',
  ];
  const type = builder.unionType(`${options.name}Result`, {
    description: options.description,
    extensions: { connector: options.connector },
    types: [options.success, ...problems.map((name) => problemTypes[name])],
    resolveType: (value) =>
      'typename' in value && typeof value.typename === 'string' ? value.typename : `${options.name}Success`,
  });
  const scope = scopeOf({ connector: options.connector, class: 'once' });
  const field = options.name.charAt(0).toLowerCase() + options.name.slice(1);
  return { type, run };

  /** Makes the change for a caller who has the scope to; what was read before it no longer answers, and every failure becomes a problem. */
  async function run(context: GraphContext, change: () => Promise<Success>) {
    try {
      requireScope(context.tools.scopes, scope, { name: field });
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
