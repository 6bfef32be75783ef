import type { z } from 'zod';
import { readDemoRecords } from '../../../src/platform/demo/demo-records.ts';
import { importSchemas } from '../../../src/platform/import/kinds/import-kinds.ts';
import type { ConnectorKind } from '../../../src/tools/tool.ts';

export const now = new Date('2026-11-20T12:00:00Z');
export const dayMs = 24 * 60 * 60 * 1000;

/** The demo records of a service by kind, each checked as the import checks it. */
async function readKinds(service: ConnectorKind, at: Date) {
  const records = await readDemoRecords(service, at);
  return <Schema extends z.ZodType>(kind: string, schema: Schema): z.output<Schema>[] =>
    records.flatMap((record) => (record.kind === kind ? [schema.parse(record.fields)] : []));
}

export async function talentDemo(at: Date = now) {
  const ofKind = await readKinds('talent', at);
  return {
    users: ofKind('user', importSchemas.user),
    companies: ofKind('company', importSchemas.company),
    institutions: ofKind('institution', importSchemas.institution),
    cities: ofKind('city', importSchemas.city),
    signals: ofKind('signal', importSchemas.signal),
    lists: ofKind('list', importSchemas.list),
    searches: ofKind('search', importSchemas.search),
  };
}

export async function conversationDemo(at: Date = now) {
  const ofKind = await readKinds('convo', at);
  return {
    users: ofKind('convo_user', importSchemas.convo_user),
    themes: ofKind('theme', importSchemas.theme),
    activities: ofKind('activity', importSchemas.activity),
    comments: ofKind('comment', importSchemas.comment),
    listens: ofKind('listen', importSchemas.listen),
    scores: ofKind('call_score', importSchemas.call_score),
    feedback: ofKind('coaching_feedback', importSchemas.coaching_feedback),
  };
}

export const timeOf = (time: string | number | null | undefined) => new Date(time ?? Number.NaN).getTime();

export const distinct = (values: unknown[]) => [...new Set(values.map(String))].toSorted();

/** Counts the occurrences of each value. */
export const counted = (values: unknown[]) =>
  Object.fromEntries(
    [...Map.groupBy(values.map(String).toSorted(), (value) => value)].map(([value, all]) => [value, all.length]),
  );
