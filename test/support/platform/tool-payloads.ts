import { uuid } from '../../platform/services/conversation/conversation-records.ts';
import type { ConversationToolName } from '../../../src/tools/conversation/conversation-tools.ts';
import { goldenPayloads } from '../../../src/tools/golden-payloads.ts';
import type { TalentToolName } from '../../../src/tools/talent/talent-tools.ts';

export type ToolName = TalentToolName | ConversationToolName;

/** The id of every record in the payloads, so that all references resolve. */
export const payloadId = uuid('record');

/** Excludes ids of companies and institutions: tools require their form, such as `exe_1`. */
const recordId = /"(?:(?:usr|sig|lst|ent|sch)_\w+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})"/g;

interface Payload extends Record<string, unknown> {
  items?: Record<string, unknown>[];
}

const golden: Record<ToolName, Payload> = JSON.parse(
  JSON.stringify(
    Object.fromEntries(Object.entries(goldenPayloads).map(([tool, { full }]) => [tool, full.payload])),
  ).replaceAll(recordId, JSON.stringify(payloadId)),
);

const firstItem = ({ items: [first = {}] = [] }: Payload): Record<string, unknown> => first;

export const signalPayload = golden.signals_get;
export const listPayload = firstItem(golden.lists_list);
export const entryPayload = golden.list_entries_get;
export const searchPayload = golden.searches_get;
export const activityPayload = firstItem(golden.activities_list);

/** A complete payload of every tool. Tools that write return the same record as tools that read. */
export const toolPayloads: Record<ToolName, unknown> = {
  ...golden,
  lists_create: listPayload,
  lists_update: listPayload,
  searches_create: searchPayload,
  searches_update: searchPayload,
  searches_duplicate: searchPayload,
  signals_list_by_linkedin_id: { items: [signalPayload, { ...signalPayload, id: uuid('another signal') }] },
  activity_upload: activityPayload,
};
