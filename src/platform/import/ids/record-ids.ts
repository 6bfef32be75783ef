import { type IdKind, isIdKind } from './id-space.ts';

const fieldsByKind = {
  // A user object in these fields is added as a user.
  user: ['creator', 'added_by', 'tagged_by', 'user', 'accesses', 'sharees'],
  company: ['company_id'],
  institution: ['institution_id'],
  signal: ['signal_id'],
  list: ['list_id'],
  list_entry: ['entries'],
  organization: ['organization_id'],
  convo_user: ['user_id', 'host_user_id', 'coach_id', 'coachee_id'],
  topic: ['topics'],
  trigger: ['triggers'],
  activity: ['activity_id'],
  participant: ['participants', 'participant_id', 'assignee_id'],
} as const satisfies Partial<Record<IdKind, readonly string[]>>;

/** The kind of the ids in a field: of its text, of the items of its list, or of the field `id` of its objects. */
export const kindByField = new Map<string, string>(
  Object.entries(fieldsByKind).flatMap(([kind, fields]) => fields.map((field) => [field, kind] as const)),
);

/** Keys of the filters of saved searches whose values are ids. */
const kindByFilter = new Map<unknown, string>([
  ['past_companies', 'company'],
  ['past_education', 'institution'],
]);

/** Valid records are less deep; bounds the recursion. */
const maxDepth = 8;

interface IdPlace {
  /** Whether the id is that of the record or of an object in it, not a mere reference. */
  isDefinition: boolean;
}

type ReplaceId = (kind: IdKind, text: string, place: IdPlace) => string;

/** Returns a copy. Whole numbers count as texts of the same digits. */
export function withReplacedIds(
  fields: Record<string, unknown>,
  kind: string | undefined,
  replace: ReplaceId,
  depth = 0,
): Record<string, unknown> {
  const replaceText = (value: unknown, ofKind: string | undefined, place: IdPlace) =>
    isIdKind(ofKind) && isIdText(value) ? replace(ofKind, String(value), place) : value;
  const replacePart = (part: unknown, ofKind: string | undefined, partDepth: number): unknown => {
    if (typeof part !== 'object' || part === null) return replaceText(part, ofKind, { isDefinition: false });
    if (partDepth > maxDepth) return part;
    if (Array.isArray(part)) return part.map((item) => replacePart(item, ofKind, partDepth + 1));
    return withReplacedIds({ ...part }, ofKind, replace, partDepth);
  };
  const replaceFilter = (filter: unknown) =>
    isFilter(filter) ? { ...filter, value: replacePart(filter.value, kindByFilter.get(filter.key), depth) } : filter;
  const entries = Object.entries(fields).map(([field, value]) => {
    if (field === 'id') return [field, replaceText(value, kind, { isDefinition: true })];
    if (field === 'filters') return [field, Array.isArray(value) ? value.map(replaceFilter) : value];
    return [field, replacePart(value, kindByField.get(field), depth + 1)];
  });
  return Object.fromEntries(entries);
}

const isIdText = (value: unknown) => typeof value === 'string' || Number.isSafeInteger(value);

const isFilter = (filter: unknown): filter is { key: unknown; value: unknown } =>
  typeof filter === 'object' && filter !== null && 'key' in filter && 'value' in filter;
