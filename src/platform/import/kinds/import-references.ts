import type { Db } from '../../database/open-database.ts';
import type { Tables } from '../../database/tables/tables.ts';

/**
 * Kinds of records that other records refer to: their table, their name in reports, and the fields that contain their
 * ids.
 */
const targets = {
  user: {
    table: 'talent_users',
    noun: 'user',
    // A user id in these fields must belong to a stored user. A user object needs no check, because the user is added.
    fields: ['creator', 'added_by', 'tagged_by', 'user', 'accesses', 'sharees'],
  },
  company: { table: 'talent_companies', noun: 'company', fields: ['company_id'] },
  institution: { table: 'talent_institutions', noun: 'education institution', fields: ['institution_id'] },
  signal: { table: 'talent_signals', noun: 'signal', fields: ['signal_id'] },
  list: { table: 'talent_lists', noun: 'list', fields: ['list_id'] },
  organization: { table: 'convo_organizations', noun: 'organization', fields: ['organization_id'] },
  convo_user: {
    table: 'convo_users',
    noun: 'conversation user',
    fields: ['user_id', 'host_user_id', 'coach_id', 'coachee_id'],
  },
  activity: { table: 'convo_activities', noun: 'activity', fields: ['activity_id'] },
} as const satisfies Record<string, { table: keyof Tables; noun: string; fields: readonly string[] }>;

type Target = (typeof targets)[keyof typeof targets];

const targetByField = new Map<string, Target>(
  Object.values(targets).flatMap((target) => target.fields.map((field) => [field, target] as const)),
);

/** A field that contains the id of another record. */
export interface Reference {
  to: Target;
  id: string;
  /** Path of the field within the record. */
  path: string;
}

/**
 * Fields that are not searched for references: they contain arbitrary data, or refer only to other parts of the record.
 */
const skippedFields = new Set(['filters', 'signal', 'segments', 'action_items', 'questions', 'topic_matches']);

export function referencesOf(record: object): Reference[] {
  const references: Reference[] = [];
  addReferences(record, { prefix: '', references });
  return references;
}

/** Adds the references in a part of a record. `prefix` is the path of the part within the record, with a final dot. */
function addReferences(part: object, { prefix, references }: { prefix: string; references: Reference[] }): void {
  for (const [key, value] of Object.entries(part)) {
    if (skippedFields.has(key)) continue;
    addReferencesIn(value, { path: prefix + key, to: targetByField.get(key), references });
  }
}

interface Field {
  path: string;
  to: Target | undefined;
  references: Reference[];
}

function addReferencesIn(value: unknown, { path, to, references }: Field): void {
  if (typeof value === 'string') {
    if (to) references.push({ to, id: value, path });
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => addReferencesIn(item, { path: `${path}.${index}`, to, references }));
  } else if (typeof value === 'object' && value !== null) {
    addReferences(value, { prefix: `${path}.`, references });
  }
}

const idsPerQuery = 5000;

/** Returns the references to records that are not stored. */
export async function brokenReferences(db: Db, references: readonly Reference[]): Promise<Set<Reference>> {
  const broken = new Set<Reference>();
  for (const [to, ofKind] of Map.groupBy(references, (reference) => reference.to)) {
    const stored = await storedIds(db, to.table, [...new Set(ofKind.map(({ id }) => id))]);
    for (const reference of ofKind) if (!stored.has(reference.id)) broken.add(reference);
  }
  return broken;
}

async function storedIds(db: Db, table: Target['table'], ids: string[]): Promise<Set<string>> {
  const stored = new Set<string>();
  for (let start = 0; start < ids.length; start += idsPerQuery) {
    const some = ids.slice(start, start + idsPerQuery);
    const rows = await db.selectFrom(table).select('id').where('id', 'in', some).execute();
    for (const { id } of rows) stored.add(id);
  }
  return stored;
}

export const brokenText = ({ to, id, path }: Reference) =>
  `${path}: there is no ${to.noun} with the id ${JSON.stringify(id)}`;
