import { sql } from 'kysely';
import type { Db } from '../../database/open-database.ts';
import type { Tables } from '../../database/tables/tables.ts';
import { kindByField } from '../ids/record-ids.ts';
import type { EarlierRecords } from './earlier-records.ts';

interface Target {
  kind: string;
  table: keyof Tables;
  noun: string;
}

const targets: readonly Target[] = [
  { kind: 'user', table: 'talent_users', noun: 'user' },
  { kind: 'company', table: 'talent_companies', noun: 'company' },
  { kind: 'institution', table: 'talent_institutions', noun: 'education institution' },
  { kind: 'signal', table: 'talent_signals', noun: 'signal' },
  { kind: 'list', table: 'talent_lists', noun: 'list' },
  { kind: 'organization', table: 'convo_organizations', noun: 'organization' },
  { kind: 'convo_user', table: 'convo_users', noun: 'conversation user' },
  { kind: 'activity', table: 'convo_activities', noun: 'activity' },
];

const targetByKind = new Map<string | undefined, Target>(targets.map((target) => [target.kind, target]));

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
      referencesOf(value, path === '' ? field : `${path}.${field}`, targetByKind.get(kindByField.get(field))),
    );
}

/** Returns the references to records that are neither stored nor `earlier`. */
export async function brokenReferences(
  db: Db,
  references: readonly Reference[],
  earlier?: EarlierRecords,
): Promise<Set<Reference>> {
  const broken = new Set<Reference>();
  const others = references.filter(({ to, id }) => !earlier?.has(to.kind, id));
  for (const [{ table }, ofTarget] of Map.groupBy(others, ({ to }) => to)) {
    const ids = [...new Set(ofTarget.map(({ id }) => id))];
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} where id = any(${ids})`.execute(db);
    const stored = new Set(rows.map(({ id }) => id));
    for (const reference of ofTarget) if (!stored.has(reference.id)) broken.add(reference);
  }
  return broken;
}

export const brokenText = ({ to, id, path }: Reference) =>
  `${path}: there is no ${to.noun} with the id ${JSON.stringify(id)}`;
