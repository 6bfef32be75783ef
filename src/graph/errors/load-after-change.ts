import type { GraphQLResolveInfo } from 'graphql';
import { ToolError } from '../../tools/errors/tool-error.ts';
import type { GraphContext } from '../core/context.ts';
import { childSelectsMore, idOnly } from '../core/selection.ts';

interface LoadAfterChangeOptions<Node> {
  /** Field of the mutation's success type that returns the changed object. */
  field: string;
  /** Creates the changed object from what the mutation knows, without a call. */
  known: () => Node;
  /** The fields of `known`; `id` and `__typename` by default. */
  knownFields?: ReadonlySet<string>;
  load: () => Promise<Node | null>;
  context: GraphContext;
  info: GraphQLResolveInfo;
}

/**
 * Returns the changed object. Loads it only if the operation selects more than the known fields.
 * @throws ToolError if loading fails: it is not retryable, and its message says that the change was made
 */
export async function loadAfterChange<Node>(options: LoadAfterChangeOptions<Node>): Promise<Node> {
  const { field, known, knownFields = idOnly, load, context, info } = options;
  if (!childSelectsMore(info, field, knownFields)) return known();
  // Discard the loaders, which may have cached the record before the change.
  context.loaderScope = {};
  const node = await load().catch((error: unknown) => {
    if (!(error instanceof ToolError)) throw error;
    throw error.with({
      message: `The change was made, but loading the changed object failed: ${error.message}`,
      mayHaveHappened: true,
      retryAfterMs: undefined,
    });
  });
  if (node) return node;
  throw new ToolError({
    code: 'NOT_FOUND',
    tool: context.tools.trace.at(-1)?.tool,
    message: 'The change was made, but the changed object was not found afterwards.',
    mayHaveHappened: true,
  });
}
