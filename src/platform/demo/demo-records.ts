import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ConnectorKind } from '../../tools/tool.ts';
import type { SourceRecord } from '../import/files/source-record.ts';
import { resolveRelativeTimes } from './relative-time.ts';

const files = { talent: 'talent.ndjson', convo: 'conversation.ndjson' } as const satisfies Record<
  ConnectorKind,
  string
>;

/** A line of a demo file: a record to import, or the column names of tables in the records that follow. */
const demoLine = z.union([
  z.strictObject({ columns: z.record(z.string(), z.array(z.string())) }),
  z.looseObject({
    kind: z.string(),
    id: z.string().optional(),
    /** The id of an earlier record, from which the fields that this line leaves out are copied. */
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
    records.push({ line: index + 1, kind, size: line.length, fields });
  }
  return records;
}

const rowObject = (row: unknown, names: readonly string[], cellValue: (cell: unknown) => unknown) =>
  Object.fromEntries(names.map((name, column) => [name, Array.isArray(row) ? cellValue(row[column]) : undefined]));
