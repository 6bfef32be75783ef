import type { z } from 'zod';
import { readDemoRecords } from '../../../src/platform/demo/demo-records.ts';
import { importKinds } from '../../../src/platform/import/kinds/import-kinds.ts';
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
    users: ofKind('user', importKinds.user.schema),
    companies: ofKind('company', importKinds.company.schema),
    institutions: ofKind('institution', importKinds.institution.schema),
    cities: ofKind('city', importKinds.city.schema),
    signals: ofKind('signal', importKinds.signal.schema),
    lists: ofKind('list', importKinds.list.schema),
    searches: ofKind('search', importKinds.search.schema),
  };
}

export async function conversationDemo(at: Date = now) {
  const ofKind = await readKinds('convo', at);
  return {
    users: ofKind('convo_user', importKinds.convo_user.schema),
    themes: ofKind('theme', importKinds.theme.schema),
    activities: ofKind('activity', importKinds.activity.schema),
    comments: ofKind('comment', importKinds.comment.schema),
    listens: ofKind('listen', importKinds.listen.schema),
    scores: ofKind('call_score', importKinds.call_score.schema),
    feedback: ofKind('coaching_feedback', importKinds.coaching_feedback.schema),
  };
}

export const timeOf = (time: string | number | null | undefined) => new Date(time ?? Number.NaN).getTime();

export const distinct = (values: unknown[]) => [...new Set(values.map(String))].toSorted();

/** Counts the occurrences of each value. */
export const counted = (values: unknown[]) =>
  Object.fromEntries(
    [...Map.groupBy(values.map(String).toSorted(), (value) => value)].map(([value, all]) => [value, all.length]),
  );
