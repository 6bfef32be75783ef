import type { InputFieldMap, InputShapeFromFields, ObjectRef, UnionRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { requireScope, scopeOf, type Tool } from '../../tools/tool.ts';
import { CodedError } from '../../tools/errors/coded-error.ts';
import { type ArgumentBuilder, builder, type PothosTypes } from '../core/builder.ts';
import type { GraphContext } from '../core/context.ts';
import { checkWellFormedText } from '../core/input.ts';
import { toolCalls } from '../../operation/cost/call-cost.ts';
import { logFailure } from './errors.ts';
import type { OnceOptions } from '../../connector/tool-session.ts';
import { idempotencyKeyArgument, onceOptions } from './idempotency-key.ts';
import { type ProblemName, problemFor, problemTypes } from './problem.ts';

interface MutationOptions<Success extends object, Args extends InputFieldMap> {
  name: string;
  description: string;
  /** The tool that makes the change with one call. */
  tool: Tool;
  /** A tool that is called before the change. */
  reads?: Tool;
  /** A tag of `tags.ts`. */
  tag?: string;
  /** Problem types besides those of every mutation: InvalidInputProblem, NotPermittedProblem and UpstreamProblem. */
  problems?: readonly ('NotFoundProblem' | 'ConflictProblem')[];
  success: ObjectRef<PothosTypes, Success>;
  /** Path of the tool's input in the arguments, a prefix for the paths of issues from the tool. */
  inputPath?: string[];
  args: (arg: ArgumentBuilder) => Args;
  /** Validates the input and makes the change. Errors that it throws are converted to problems. */
  change: (
    args: InputShapeFromFields<Args>,
    context: GraphContext,
    info: GraphQLResolveInfo,
    once: OnceOptions,
  ) => Promise<Success>;
}

/** Adds a mutation. Returns its result type, and `run`, with which a mutation of many ids makes each of its changes. */
export function mutation<Success extends object, Args extends InputFieldMap>(options: MutationOptions<Success, Args>) {
  const { name, description, tool, reads, tag, args, change } = options;
  const result = mutationResult(options);
  builder.mutationField(name, (t) =>
    t.field({
      type: result.type,
      nullable: false,
      extensions: toolCalls({
        mutation: { tool: tool.name },
        ...(reads && { batched: [{ tool: reads.name }] }),
      }),
      description,
      ...(tag !== undefined && { tag }),
      args: tool.class === 'once' ? { ...args(t.arg), ...idempotencyKeyArgument(t.arg) } : args(t.arg),
      resolve: (_, values, context, info) =>
        result.run({ context, info }, async () => {
          checkWellFormedText(values);
          return change(values, context, info, onceOptions(values, info));
        }),
    }),
  );
  return result;
}

function mutationResult<Success extends object, Args extends InputFieldMap>({
  name,
  tool: { connector },
  problems: ownProblems = [],
  success,
  inputPath = [],
}: MutationOptions<Success, Args>) {
  const capitalizedName = name.charAt(0).toUpperCase() + name.slice(1);
  const problems: ProblemName[] = ['InvalidInputProblem', ...ownProblems, 'NotPermittedProblem', 'UpstreamProblem'];
  const type: UnionRef<PothosTypes, object> = builder.unionType(`${capitalizedName}Result`, {
    description: `Result of \`${name}\`: the success type if the change was made, otherwise a problem.`,
    extensions: { connector },
    types: [success, ...problems.map((problem) => problemTypes[problem])],
    resolveType: (value) =>
      'typename' in value && typeof value.typename === 'string' ? value.typename : `${capitalizedName}Success`,
  });
  // Every class except `read` requires the same scope.
  const scope = scopeOf({ connector, class: 'once' });
  return { type, run };

  /** Makes the change, then discards the loaders, which may have cached data from before the change. */
  async function run(
    { context, info }: { context: GraphContext; info: Pick<GraphQLResolveInfo, 'fieldName'> },
    change: () => Promise<Success>,
  ): Promise<object> {
    try {
      requireScope(context.tools.scopes, scope, { name: info.fieldName });
      return await change();
    } catch (error) {
      logFailure(context, error, { mutation: capitalizedName });
      context.problemCodes.add(error instanceof CodedError ? error.code : 'INTERNAL_SERVER_ERROR');
      const tool = context.tools.trace.at(-1)?.tool ?? '';
      return problemFor(error, { allowed: problems, inputPath, requestId: context.requestId, tool });
    } finally {
      context.loaderScope = {};
    }
  }
}

/** Defines the success type of a mutation. `field` is the name of the field that returns the changed object. */
export function changedType<Node extends object>(
  field: 'signal' | 'list' | 'savedSearch',
  type: ObjectRef<PothosTypes, Node>,
) {
  // A list field has a different type in Pothos, and TypeScript cannot tell that a generic `Node` is not a list.
  const nodeType: ObjectRef<PothosTypes, object> = type;
  const noun = field === 'savedSearch' ? 'saved search' : field;
  return (name: string, description: string, result = `The ${noun} after the change.`) =>
    builder.objectRef<{ node: Node }>(name).implement({
      description,
      fields: (t) => ({
        [field]: t.field({
          type: nodeType,
          nullable: false,
          description: `${result} Selecting more than \`id\` costs another call if the service confirmed the change without returning the ${noun}.`,
          resolve: ({ node }) => node,
        }),
      }),
    });
}

export const deletedType = (name: string, description: string) =>
  builder.objectRef<{ deletedId: string }>(name).implement({
    description,
    fields: (t) => ({
      deletedId: t.exposeID('deletedId', { nullable: false, description: 'ID of the deleted object.' }),
    }),
  });
