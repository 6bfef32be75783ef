import type { Db } from '../../database/open-database.ts';
import type { Tables } from '../../database/tables/tables.ts';

/** A mention of another record by its id. */
export interface Reference {
  to: keyof typeof tables;
  id: string;
  /** Where it stands in the record. */
  path: string;
}

const tables = {
  user: 'talent_users',
  company: 'talent_companies',
  institution: 'talent_institutions',
  signal: 'talent_signals',
  list: 'talent_lists',
  organization: 'convo_organizations',
  convo_user: 'convo_users',
  activity: 'convo_activities',
} as const satisfies Record<string, keyof Tables>;

const nouns = {
  user: 'user',
  company: 'company',
  institution: 'education institution',
  signal: 'signal',
  list: 'list',
  organization: 'organization',
  convo_user: 'conversation user',
  activity: 'activity',
} as const satisfies Record<Reference['to'], string>;

/** Fields that hold an id, or several. A user who is named with more than an id is added, not looked for. */
const targets = new Map<string, Reference['to']>([
  ['company_id', 'company'],
  ['institution_id', 'institution'],
  ['signal_id', 'signal'],
  ['list_id', 'list'],
  ['creator', 'user'],
  ['added_by', 'user'],
  ['tagged_by', 'user'],
  ['user', 'user'],
  ['accesses', 'user'],
  ['sharees', 'user'],
  ['organization_id', 'organization'],
  ['user_id', 'convo_user'],
  ['host_user_id', 'convo_user'],
  ['coach_id', 'convo_user'],
  ['coachee_id', 'convo_user'],
  ['activity_id', 'activity'],
]);

/** Parts of records that are not ours to read, or refer to nothing but other parts of their record. */
const opaque = new Set(['filters', 'signal', 'segments', 'action_items', 'questions', 'topic_matches']);

export const referencesOf = (record: object): Reference[] =>
  Object.entries(record).flatMap(([key, value]) =>
    opaque.has(key) ? [] : referencesIn(value, { path: key, to: targets.get(key) }),
  );

function referencesIn(value: unknown, { path, to }: { path: string; to: Reference['to'] | undefined }): Reference[] {
  if (typeof value === 'string') return to ? [{ to, id: value, path }] : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => referencesIn(item, { path: `${path}.${index}`, to }));
  if (typeof value !== 'object' || value === null) return [];
  return referencesOf(value).map((reference) => ({ ...reference, path: `${path}.${reference.path}` }));
}

const idsPerQuery = 5000;

/** Those of the references whose record is not in the database. */
export async function brokenReferences(db: Db, references: readonly Reference[]): Promise<Set<Reference>> {
  const broken = new Set<Reference>();
  for (const [to, ofKind] of Map.groupBy(references, (reference) => reference.to)) {
    const known = await knownIds(db, tables[to], [...new Set(ofKind.map(({ id }) => id))]);
    for (const reference of ofKind) if (!known.has(reference.id)) broken.add(reference);
  }
  return broken;
}

async function knownIds(db: Db, table: (typeof tables)[Reference['to']], ids: string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (let start = 0; start < ids.length; start += idsPerQuery) {
    const some = ids.slice(start, start + idsPerQuery);
    const rows = await db.selectFrom(table).select('id').where('id', 'in', some).execute();
    for (const { id } of rows) known.add(id);
  }
  return known;
}

export const brokenText = ({ to, id, path }: Reference) =>
  `${path}: there is no ${nouns[to]} with the id ${JSON.stringify(id)}`;
