import { sql } from 'kysely';
import type { Db } from '../../database/open-database.ts';
import type { Tables } from '../../database/tables/tables.ts';

const targets = {
  user: {
    table: 'talent_users',
    noun: 'user',
    // A user object in these fields needs no check, because the user is added.
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

interface Reference {
  to: Target;
  id: string;
  path: string;
}

/** These contain arbitrary data, or refer only to other parts of the record. */
const skippedFields = new Set(['filters', 'signal', 'segments', 'action_items', 'questions', 'topic_matches']);

/** `to` is what the ids in a field refer to. */
export function referencesOf(part: unknown, path = '', to?: Target): Reference[] {
  if (typeof part === 'string') return to ? [{ to, id: part, path }] : [];
  if (Array.isArray(part)) return part.flatMap((item, index) => referencesOf(item, `${path}.${index}`, to));
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part)
    .filter(([field]) => !skippedFields.has(field))
    .flatMap(([field, value]) =>
      referencesOf(value, path === '' ? field : `${path}.${field}`, targetByField.get(field)),
    );
}

export async function brokenReferences(db: Db, references: readonly Reference[]): Promise<Set<Reference>> {
  const broken = new Set<Reference>();
  for (const [{ table }, ofTarget] of Map.groupBy(references, ({ to }) => to)) {
    const ids = [...new Set(ofTarget.map(({ id }) => id))];
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} where id = any(${ids})`.execute(db);
    const stored = new Set(rows.map(({ id }) => id));
    for (const reference of ofTarget) if (!stored.has(reference.id)) broken.add(reference);
  }
  return broken;
}

export const brokenText = ({ to, id, path }: Reference) =>
  `${path}: there is no ${to.noun} with the id ${JSON.stringify(id)}`;
