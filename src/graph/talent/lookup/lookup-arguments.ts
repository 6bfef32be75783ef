import { InvalidInputError } from '../../errors/errors.ts';

/** What a lookup is asked for. */
export interface LookupQuery {
  search?: string | undefined;
  ids?: string[] | undefined;
}

/** `search` and `ids` of a lookup as the client takes them; ids are checked and each is asked for once. */
export function lookupQuery(
  args: { search?: string | null | undefined; ids?: readonly string[] | null | undefined },
  idRule: { pattern: RegExp; form: string },
): LookupQuery {
  return { search: args.search ?? undefined, ids: args.ids ? checkedIds(args.ids, ['ids'], idRule) : undefined };
}

/** @throws InvalidInputError naming each id that does not have the form */
export function checkedIds(
  ids: readonly string[],
  path: string[],
  { pattern, form }: { pattern: RegExp; form: string },
) {
  const issues = ids.flatMap((id, index) =>
    pattern.test(id)
      ? []
      : [{ path: [...path, String(index)], message: `must be an id of the form ${form}; it is ${JSON.stringify(id)}` }],
  );
  if (issues.length > 0) throw new InvalidInputError(issues);
  return [...new Set(ids)];
}

/** What an empty list of ids finds, without a call: the tools take an empty list for no filter at all. */
export const noMatches = { items: [], total: 0 };
