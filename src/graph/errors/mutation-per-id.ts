import { toolCalls } from '../../operation/cost/call-cost.ts';
import { maxPageSize } from '../../tools/talent/vocabulary.ts';
import { checkId, invalidInput } from '../core/input.ts';

const isWithinLimit = (ids: unknown): ids is unknown[] => Array.isArray(ids) && ids.length <= maxPageSize;

/** The cost of a mutation with one call per distinct id in an argument. A list with too many ids costs no call. */
export const callsPerId = (tool: string, argument: string) =>
  toolCalls({
    mutation: {
      tool,
      calls: ({ [argument]: ids }) => (isWithinLimit(ids) ? new Set(ids).size : 0),
    },
    listLength: ({ [argument]: ids }) => (Array.isArray(ids) ? Math.max(1, ids.length) : 0),
  });

interface ChangePerIdOptions<Success> {
  /** The argument with the ids. */
  argument: string;
  change: (id: string, index: number) => Promise<Success>;
  /** Makes one change, like the mutation of a single object, and converts its errors to problems. */
  run: (change: () => Promise<Success>) => Promise<object>;
}

/** Makes one change per list item and returns the results in the same order; a single problem if the list is empty. */
export function changePerId<Success>(
  ids: readonly string[],
  { argument, change, run }: ChangePerIdOptions<Success>,
): Promise<object>[] {
  const reject = (rule: string) => () => Promise.reject(invalidInput([argument], rule));
  if (ids.length === 0) return [run(reject('must contain at least one id'))];
  if (!isWithinLimit(ids)) return ids.map(() => run(reject(`must contain at most ${maxPageSize} ids`)));
  return ids.map((id, index) =>
    run(async () => {
      checkId(id, [argument, String(index)]);
      return change(id, index);
    }),
  );
}
