import { sql } from 'kysely';
import type { Db } from '../../database/open-database.ts';
import type { Tables } from '../../database/tables/tables.ts';
import { kindByField } from '../ids/record-ids.ts';

interface Target {
  table: keyof Tables;
  noun: string;
}

/** By the kind of the id. */
const targets = new Map<string | undefined, Target>([
  ['user', { table: 'talent_users', noun: 'user' }],
  ['company', { table: 'talent_companies', noun: 'company' }],
  ['institution', { table: 'talent_institutions', noun: 'education institution' }],
  ['signal', { table: 'talent_signals', noun: 'signal' }],
  ['list', { table: 'talent_lists', noun: 'list' }],
  ['organization', { table: 'convo_organizations', noun: 'organization' }],
  ['convo_user', { table: 'convo_users', noun: 'conversation user' }],
  ['activity', { table: 'convo_activities', noun: 'activity' }],
]);

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
      referencesOf(value, path === '' ? field : `${path}.${field}`, targets.get(kindByField.get(field))),
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
