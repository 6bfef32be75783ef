import type { GraphQLResolveInfo } from 'graphql';
import { ToolError } from '../../connector/tool-error.ts';
import type { GraphContext } from '../core/context.ts';
import { childSelectsMore, idOnly } from '../core/selection.ts';

interface LoadAfterChange<Node> {
  /** The field of the success type that shows the record. */
  field: string;
  /** What is known without the record, and the fields that need no more. */
  known: () => Node;
  knownFields?: ReadonlySet<string>;
  load: () => Promise<Node | null>;
  context: GraphContext;
  info: GraphQLResolveInfo;
}

/**
 * What a mutation shows after an acknowledgement that came without the record: read by id when more is selected than
 * is known. A change cannot be taken back because reading failed, so every failure says that the change was made.
 * @throws ToolError that is not retryable
 */
export async function loadAfterChange<Node>(options: LoadAfterChange<Node>): Promise<Node> {
  const { field, known, knownFields = idOnly, load, context, info } = options;
  if (!childSelectsMore(info, field, knownFields)) return known();
  // What was read before the change must not answer after it.
  context.loaderScope = {};
  const node = await load().catch((error: unknown) => {
    if (!(error instanceof ToolError)) throw error;
    throw error.with({
      message: `The change was made, but reading it back failed: ${error.message}`,
      mayHaveHappened: true,
      retryAfterMs: undefined,
    });
  });
  if (node) return node;
  throw new ToolError({
    code: 'NOT_FOUND',
    tool: context.tools.trace.at(-1)?.tool ?? '',
    message: 'The change was made, but nothing was found when it was read back.',
    mayHaveHappened: true,
  });
}
