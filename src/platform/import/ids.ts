import { hash } from 'node:crypto';
import { v5, validate } from 'uuid';
import { field } from '../../tools/record-fields.ts';
import { companyId, institutionId, talentId } from '../../tools/talent/lookup.ts';
import type { Db } from '../database/open-database.ts';
import type { Tables } from '../database/tables/tables.ts';
import type { SourceRecord } from './files/source-record.ts';

interface IdKind {
  /** Prefix of the ids of the talent service; ids of the conversation service are UUIDs. */
  prefix?: string;
  /** Ids that the service can store; by default, any `talentId`. */
  form?: typeof companyId.imported;
  table?: keyof Tables;
  /** Fields that contain ids of this kind: an id, a list of ids, or a record, which is then imported too. */
  fields?: readonly string[];
}

const idKinds: Readonly<Record<string, IdKind>> = {
  user: {
    prefix: 'usr_',
    table: 'talent_users',
    fields: ['creator', 'added_by', 'tagged_by', 'user', 'accesses', 'sharees'],
  },
  company: { prefix: 'exe_', form: companyId.imported, table: 'talent_companies', fields: ['company_id'] },
  institution: {
    prefix: 'ede_',
    form: institutionId.imported,
    table: 'talent_institutions',
    fields: ['institution_id'],
  },
  signal: { prefix: 'sig_', table: 'talent_signals', fields: ['signal_id'] },
  list: { prefix: 'lst_', table: 'talent_lists', fields: ['list_id'] },
  list_entry: { prefix: 'ent_', fields: ['entries'] },
  search: { prefix: 'sch_' },
  organization: { table: 'convo_organizations', fields: ['organization_id'] },
  convo_user: { table: 'convo_users', fields: ['user_id', 'host_user_id', 'coach_id', 'coachee_id'] },
  theme: {},
  topic: { fields: ['topics'] },
  trigger: { fields: ['triggers'] },
  activity: { table: 'convo_activities', fields: ['activity_id'] },
  participant: { fields: ['participants', 'participant_id', 'assignee_id'] },
  comment: {},
  call_score: {},
  coaching_feedback: {},
};

export const tableOf = (kind: string) => idKinds[kind]?.table;

const kindByField = new Map(
  Object.entries(idKinds).flatMap(([kind, { fields = [] }]) => fields.map((name) => [name, kind] as const)),
);

/** Kind of the ids in a filter of a saved search, by key of the filter. */
const kindByFilter = new Map<unknown, string>([
  ['past_companies', 'company'],
  ['past_education', 'institution'],
]);

/** Maximum depth of the recursion; valid records are less deep. */
const maxDepth = 8;

export interface IdPlace {
  kind: string;
  field: string;
  /** Whether the id must be that of another record. */
  isReference: boolean;
}

type ReplaceId = (text: string, place: IdPlace) => string;

/** Returns a copy of a record with replaced ids. Whole numbers count as texts of the same digits. */
export function replaceIds(fields: object, kind: string, replace: ReplaceId, depth = 0): Record<string, unknown> {
  const replaced = (part: unknown, place: IdPlace, at: number): unknown => {
    if (typeof part === 'string' || Number.isSafeInteger(part)) {
      return Object.hasOwn(idKinds, place.kind) ? replace(String(part), place) : part;
    }
    if (typeof part !== 'object' || part === null || at > maxDepth) return part;
    if (Array.isArray(part)) return part.map((item) => replaced(item, place, at + 1));
    return replaceIds(part, place.kind, replace, at);
  };
  const entries = Object.entries(fields).map(([name, value]) => {
    if (name === 'id') return [name, replaced(value, { kind, field: name, isReference: false }, depth)];
    // Leave arbitrary data unchanged: the values of filters without ids, and the ignored `signal` of a list entry.
    const isFilter = name === 'value' && 'key' in fields;
    const ofField = isFilter ? kindByFilter.get(fields.key) : kindByField.get(name);
    if (name === 'signal' || (isFilter && ofField === undefined)) return [name, value];
    return [name, replaced(value, { kind: ofField ?? '', field: name, isReference: !isFilter }, depth + 1)];
  });
  return Object.fromEntries(entries);
}

export function forEachId(fields: object, kind: string, visit: (id: string, place: IdPlace) => void): void {
  replaceIds(fields, kind, (id, place) => {
    visit(id, place);
    return id;
  });
}

/**
 * Replaces each id that the services cannot store: by a hash, or by the id that replaced it in an earlier release.
 * Invalid ids stay unchanged. `withSourceIds` restores the original ids in a text that quotes ids of the records.
 */
export async function mapIds(db: Db, records: readonly SourceRecord[]) {
  const sourceIds = new Set<string>();
  for (const record of records) {
    forEachId(record.fields, record.kind, (text, { kind }) => {
      const sourceId = sourceIdOf(record, kind, normalized(text));
      if (sourceId !== undefined) sourceIds.add(sourceId);
    });
  }
  const stored = await db
    .selectFrom('platform_imported_ids')
    .selectAll()
    .where('source_id', '=', (eb) => eb.fn.any(eb.val([...sourceIds])))
    .execute();
  const earlier = new Map(stored.map((row) => [`${row.kind} ${row.source_id}`, row.id]));
  const originalIds = new Map<string, string>();
  const mapped = records.map((record) => ({
    ...record,
    fields: replaceIds(record.fields, record.kind, (text, { kind }) => {
      const id = normalized(text);
      const sourceId = sourceIdOf(record, kind, id);
      if (sourceId === undefined) return id;
      const replacement = earlier.get(`${kind} ${sourceId}`) ?? hashOf(kind, sourceId);
      originalIds.set(replacement, id);
      return replacement;
    }),
  }));
  const withSourceIds = (text: string) =>
    text.replace(/"([^"\\]+)"/g, (quoted, id: string) => JSON.stringify(originalIds.get(id) ?? id));
  return { records: mapped, withSourceIds };
}

const normalized = (text: string) => text.normalize('NFC').trim();

/** Arbitrary namespace of UUIDs of version 5. Must not change, so that ids are the same in every import. */
const namespace = '5d0f2c0a-0d3e-4b53-9a53-6c0f8f2f3a41';

const hashOf = (kind: string, sourceId: string) =>
  idKinds[kind]?.prefix === undefined
    ? v5(`${kind}:${sourceId}`, namespace)
    : derivedId(idKinds[kind].prefix, [sourceId]);

/** Whether the services can store the id unchanged. */
const isStorable = (kind: string, id: string) =>
  idKinds[kind]?.prefix === undefined ? validate(id) : (idKinds[kind].form ?? talentId.imported).safeParse(id).success;

/** Returns undefined for an id that is not replaced: a storable id, or an invalid one, which the record's schema rejects. */
function sourceIdOf({ fields }: SourceRecord, kind: string, id: string): string | undefined {
  if (isStorable(kind, id) || !field.name.imported.safeParse(id).success) return undefined;
  if (kind !== 'participant') return id;
  // Participants of different activities can have the same source id.
  const { id: recordId } = fields;
  if (typeof recordId !== 'string' && typeof recordId !== 'number') return undefined;
  const activityId = normalized(String(recordId));
  return JSON.stringify([isStorable('activity', activityId) ? activityId.toLowerCase() : activityId, id]);
}

/** Returns an id that is the same in every import. */
export const derivedId = (prefix: string, parts: readonly (string | undefined)[]): string =>
  prefix + hash('sha256', parts.map((part) => normalized(part ?? '')).join('\n')).slice(0, 20);
