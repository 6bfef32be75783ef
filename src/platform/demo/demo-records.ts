import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ConnectorKind } from '../../tools/tool.ts';
import { inTransaction } from '../database/in-transaction.ts';
import type { Db } from '../database/open-database.ts';
import type { Tables } from '../database/tables/tables.ts';
import { runsOf } from '../import/import-batch.ts';
import { importKinds, isImportKind } from '../import/kinds/import-kinds.ts';
import { themesDigest, topicThemes } from '../services/conversation/store/themes.ts';
import { defaultOrganizationId } from '../services/conversation/store/store-organization.ts';
import { findDueDay } from '../services/conversation/analysis/action-items/due-day.ts';
import type { SourceRecord } from '../import/files/source-record.ts';

interface DemoOptions {
  service: ConnectorKind;
  /** The time from which relative times count back; the newest demo records are a few minutes older. */
  now: Date;
}

/** Stores the demo data in one transaction. Renames and fills the oldest organization, or adds one if there is none. */
export async function fillWithDemoData(db: Db, { service, now }: DemoOptions): Promise<void> {
  const records = await readDemoRecords(service, now);
  await inTransaction(db, async (trx) => {
    for (const run of runsOf(records)) {
      const kind = run[0]?.kind ?? '';
      if (!isImportKind(kind)) throw new Error(`${files[service]}: ${JSON.stringify(kind)} is not a kind of record`);
      await importKinds[kind].storeValid(trx, run);
    }
    if (service === 'convo') await markTopicsAsMatched(trx);
  });
}

/** Replaces `importedMatchesDigest` with the digest of the themes: changing the themes then refreshes demo topics. */
async function markTopicsAsMatched(db: Db): Promise<void> {
  const themes = await topicThemes(db, await defaultOrganizationId(db));
  await db
    .updateTable('convo_activities')
    .set({ themes_digest: themesDigest(themes) })
    .where('themes_digest', 'is not', null)
    .execute();
}

/** A service with a row in one of these tables is not empty. Users do not count, because their first call adds them. */
const filledTables = {
  talent: ['talent_signals', 'talent_lists', 'talent_searches', 'talent_companies', 'talent_institutions'],
  convo: ['convo_activities', 'convo_themes', 'convo_call_scores', 'convo_coaching_feedback', 'convo_webhooks'],
} as const satisfies Record<ConnectorKind, (keyof Tables)[]>;

export async function isEmpty(db: Db, service: ConnectorKind): Promise<boolean> {
  for (const table of filledTables[service]) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false;
  }
  return true;
}

const files = { talent: 'talent.ndjson', convo: 'conversation.ndjson' } as const satisfies Record<
  ConnectorKind,
  string
>;

const demoLine = z.union([
  z.strictObject({ columns: z.record(z.string(), z.array(z.string())) }),
  z.looseObject({
    kind: z.string(),
    id: z.string().optional(),
    like: z.string().optional(),
    participants: z.array(z.looseObject({ id: z.string() })).optional(),
  }),
]);

/**
 * Reads the demo records of a service. The demo files are import files with three shorthands, which reduce their size
 * to a third:
 * - relative times such as `now-3d`, which are resolved from `now`
 * - tables: lists of rows instead of lists of objects, with the column names in an earlier line; `#0` in a cell is
 *   replaced by the id of the record's first participant
 * - `like`: the id of an earlier record, from which missing fields are copied
 *
 * Conversations contain the outputs that the analysis finds in their transcripts, so that the import does not analyse
 * them. After changing the analysis, the themes or a transcript, run `npm run demo:analyse`.
 */
export async function readDemoRecords(service: ConnectorKind, now: Date): Promise<SourceRecord[]> {
  const text = await readFile(join(import.meta.dirname, files[service]), 'utf8');
  const records: SourceRecord[] = [];
  const fieldsById = new Map<string, Record<string, unknown>>();
  let columns: Record<string, string[]> = {};
  for (const [index, line] of resolveRelativeTimes(text, now).trimEnd().split('\n').entries()) {
    const parsed = demoLine.parse(JSON.parse(line));
    if (!('kind' in parsed)) {
      columns = parsed.columns;
      continue;
    }
    const { kind, like, participants, ...own } = parsed;
    const cellValue = (cell: unknown) =>
      typeof cell === 'string' && /^#\d$/.test(cell) ? participants?.[Number(cell.slice(1))]?.id : cell;
    const fields: Record<string, unknown> = {
      ...fieldsById.get(like ?? ''),
      ...own,
      ...(participants && { participants }),
    };
    for (const [field, names] of Object.entries(columns)) {
      const rows = own[field];
      if (Array.isArray(rows)) fields[field] = rows.map((row) => rowObject(row, names, cellValue));
    }
    if (own.id !== undefined) fieldsById.set(own.id, fields);
    records.push({ line: index + 1, kind, size: line.length, fields: withDueDays(fields) });
  }
  return records;
}

const datedActionItems = z.looseObject({
  started_at: z.string(),
  action_items: z.array(z.looseObject({ text: z.string() })),
});

/** Adds due days, which the files cannot contain because the weekdays of the conversations vary. */
function withDueDays(fields: Record<string, unknown>): Record<string, unknown> {
  const { data } = datedActionItems.safeParse(fields);
  if (!data) return fields;
  const startedAt = new Date(data.started_at);
  const items = data.action_items.map((item) => ({ ...item, due_on: findDueDay(item.text, startedAt) }));
  return { ...fields, action_items: items };
}

const rowObject = (row: unknown, names: readonly string[], cellValue: (cell: unknown) => unknown) =>
  Object.fromEntries(names.map((name, column) => [name, Array.isArray(row) ? cellValue(row[column]) : undefined]));

const secondMs = 1000;
const hourMs = 3600 * secondMs;
const dayMs = 24 * hourMs;

/** Working time from Monday to Friday, in milliseconds since midnight UTC. */
const workday = { fromMs: 8 * hourMs, toMs: 17 * hourMs };
const workdayMs = workday.toMs - workday.fromMs;
/** The last hour before `now` is not working time, so that every demo conversation has ended by `now`. */
const restMs = hourMs;

const relativeTime = /"(now|date|month|year|epoch|work)-(\d+)d(?: (\d\d):(\d\d):(\d\d))?(?:\+(\d+))?"/g;

const formats: Readonly<Record<string, (time: Date) => string | number>> = {
  date: (time) => time.toISOString().slice(0, 10),
  month: (time) => time.toISOString().slice(0, 7),
  year: (time) => time.toISOString().slice(0, 4),
  epoch: (time) => time.getTime(),
};

/**
 * Replaces the relative times in JSON text, so that demo data always looks recent:
 *
 * - `now-12d 03:04:05` becomes the time 12 days, 3 hours, 4 minutes and 5 seconds before `now`, in ISO 8601
 * - `date-…`, `month-…` and `year-…` become `YYYY-MM-DD`, `YYYY-MM` and `YYYY`; `epoch-…` becomes epoch milliseconds
 * - `work-4d 05:00:00+60000` goes back 4 working days (9 hours each) and 5 working hours, then adds 60,000 ms
 */
const resolveRelativeTimes = (json: string, now: Date): string =>
  json.replace(
    relativeTime,
    (_, form: string, days: string, hours = '0', minutes = '0', seconds = '0', addedMs = '0') => {
      const clockMs = Number(hours) * hourMs + Number(minutes) * 60 * secondMs + Number(seconds) * secondMs;
      const start =
        form === 'work'
          ? workingTimeBefore(now, Number(days) * workdayMs + clockMs)
          : new Date(now.getTime() - Number(days) * dayMs - clockMs);
      const time = new Date(start.getTime() + Number(addedMs));
      return JSON.stringify(formats[form]?.(time) ?? time.toISOString());
    },
  );

function workingTimeBefore(now: Date, workingMs: number): Date {
  let leftMs = workingMs;
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  for (let day = today; ; day -= dayMs) {
    const fromMs = day + workday.fromMs;
    const toMs = Math.min(day + workday.toMs, now.getTime() - restMs);
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
    if (isWeekend || toMs <= fromMs) continue;
    if (leftMs < toMs - fromMs) return new Date(toMs - leftMs);
    leftMs -= toMs - fromMs;
  }
}
