import type { InputFieldMap, InputShapeFromFields, ObjectRef, UnionRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { requireScope, scopeOf } from '../../connector/scope.ts';
import type { ConnectorKind } from '../../tools/tool.ts';
import { type ArgumentBuilder, builder, type PothosTypes } from '../core/builder.ts';
import type { GraphContext } from '../core/context.ts';
import { logFailure } from './errors.ts';
import { type ProblemName, problemFor, problemTypes } from './problem.ts';

interface MutationResultOptions<Success extends object> {
  /** The connector that makes the change. */
  connector: ConnectorKind;
  /** Name of the mutation: `createList`. */
  name: string;
  /** Problems in addition to those of every mutation: InvalidInputProblem, NotPermittedProblem and UpstreamProblem. */
  problems?: readonly ('NotFoundProblem' | 'ConflictProblem')[];
  success: ObjectRef<PothosTypes, Success>;
  /** Path of the tool's input in the arguments. It is prefixed to the paths of issues that the tool reports. */
  inputPath?: string[];
}

interface MutationOptions<Success extends object, Args extends InputFieldMap> extends MutationResultOptions<Success> {
  description: string;
  args: (arg: ArgumentBuilder) => Args;
  /** Validates the input and makes the change; an error becomes a problem. */
  change: (args: InputShapeFromFields<Args>, context: GraphContext, info: GraphQLResolveInfo) => Promise<Success>;
}

/** Adds a mutation with its result type. It declares no cost, because a mutation costs one call by default. */
export function mutation<Success extends object, Args extends InputFieldMap>(options: MutationOptions<Success, Args>) {
  const { name, description, args, change } = options;
  const result = mutationResult(options);
  builder.mutationField(name, (t) =>
    t.field({
      type: result.type,
      nullable: false,
      description,
      args: args(t.arg),
      resolve: (_, values, context, info) => result.run(context, () => change(values, context, info)),
    }),
  );
  return result;
}

/** The union `<Name>Result` of `<Name>Success` and the problems of a mutation, and a function that runs it. */
function mutationResult<Success extends object>({
  connector,
  name,
  problems: ownProblems = [],
  success,
  inputPath = [],
}: MutationResultOptions<Success>) {
  const typePrefix = name.charAt(0).toUpperCase() + name.slice(1);
  const problems: ProblemName[] = ['InvalidInputProblem', ...ownProblems, 'NotPermittedProblem', 'UpstreamProblem'];
  const type: UnionRef<PothosTypes, object> = builder.unionType(`${typePrefix}Result`, {
    description: `Result of \`${name}\`: the success type if the change was made, otherwise a problem.`,
    extensions: { connector },
    types: [success, ...problems.map((problem) => problemTypes[problem])],
    resolveType: (value) =>
      'typename' in value && typeof value.typename === 'string' ? value.typename : `${typePrefix}Success`,
  });
  const scope = scopeOf({ connector, class: 'once' });
  return { type, run };

  /** Checks the scope, makes the change, and discards the loaders, which have cached data from before it. */
  async function run(context: GraphContext, change: () => Promise<Success>): Promise<object> {
    try {
      requireScope(context.tools.scopes, scope, { name });
      return await change();
    } catch (error) {
      logFailure(context, error, { mutation: typePrefix });
      const tool = context.tools.trace.at(-1)?.tool ?? '';
      return problemFor(error, { allowed: problems, inputPath, requestId: context.requestId, tool });
    } finally {
      context.loaderScope = {};
    }
  }
}

/** The success type of a mutation that deletes something. */
export const deletedType = (name: string, description: string) =>
  builder.objectRef<{ deletedId: string }>(name).implement({
    description,
    fields: (t) => ({
      deletedId: t.exposeID('deletedId', { nullable: false, description: 'ID of the deleted object.' }),
    }),
  });
