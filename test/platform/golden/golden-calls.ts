import { v5 } from 'uuid';
import type { Tool, ToolInput } from '../../../src/tools/tool.ts';
import { conversationTools } from '../../../src/tools/conversation/conversation-tools.ts';
import { talentTools } from '../../../src/tools/talent/talent-tools.ts';

export const toolsByName = { ...talentTools, ...conversationTools };

type ToolCalls = { [Name in keyof typeof toolsByName]: ToolInput<(typeof toolsByName)[Name]> };

export const uuid = (name: string) => v5(name, 'b7a1e2c4-5d0f-4b7e-8a53-7c1f0e9d2b66');

export const time = '2026-03-02T09:15:00Z';
const period = { fromDate: '2026-03-01 00:00:00', toDate: '2026-03-02 12:00:00' };

export const activityId = uuid('call');
export const filters = [{ key: 'score', operator: 'gte', value: 7 }];
export const visitedAt = Date.parse(time);
const upload = {
  hostUserEmail: 'ada@example.com',
  language: 'en_GB',
  title: 'Intro call',
  recordingUrl: 'https://recordings.example.com/1.vtt',
};
const webhook = { trigger: 'conversation_played', url: 'https://hooks.example.com/played' } as const;

/** Input of every tool, in call order. The id `<lists_create>` is the one that tool returned. */
export const leanCalls: ToolCalls = {
  cities_list: {},
  companies_list: {},
  educations_list: {},
  signals_get: { id: 'sig_1' },
  signals_list: {},
  signals_list_by_linkedin_id: { id: 'sig_1' },
  lists_list: {},
  lists_get: { id: 'lst_1' },
  list_entries_list: { list_id: 'lst_1' },
  list_entries_get: { list_id: 'lst_1', entry_id: 'ent_1' },
  signals_entries: { id: 'sig_1' },
  searches_list: {},
  searches_get: { id: 'sch_1' },
  searches_signals_list: { id: 'sch_1' },
  activities_list: { fromDate: period.fromDate },
  transcript_get: { activityId },
  summary_get: { activityId },
  action_items_get: { activityId },
  questions_get: { activityId },
  topic_triggers_matched_get: { activityId },
  automated_call_scoring_list: period,
  coaching_feedback_list: period,
  comments_list: period,
  listens_list: period,
  organization_get: {},
  topic_triggers_list: {},
  users_list: {},
  test_tool_xyz: {},
  webhook_sample_get: { trigger: 'conversation_processed' },
  signal_mark_viewed: { signal_id: 'sig_1' },
  signal_screen: { signal_id: 'sig_1' },
  signal_unscreen: { signal_id: 'sig_1' },
  lists_create: { name: 'Robotics' },
  list_entries_create: { list_id: '<lists_create>', signal_id: 'sig_1' },
  list_entries_delete: { list_id: '<lists_create>', entry_id: '<list_entries_create>' },
  lists_update: { id: '<lists_create>', name: 'Robotics, Europe' },
  lists_delete: { id: '<lists_create>' },
  searches_create: { title: 'All', filters: [], sharees: [], visited_at: visitedAt },
  searches_update: { id: '<searches_create>', title: 'Strong' },
  searches_duplicate: { id: '<searches_create>' },
  searches_delete: { id: '<searches_duplicate>' },
  activity_upload: upload,
  webhook_create: webhook,
  webhook_delete: { id: '<webhook_create>' },
};

/** The same calls with all parameters. */
export const fullCalls: ToolCalls = {
  ...leanCalls,
  signals_list: { score: '7', limit: '25', page: '1' },
  lists_create: { name: 'Robotics', accesses: ['usr_2'] },
  searches_create: { title: 'Strong founders', emoji: '🌱', filters, sharees: ['usr_2'], visited_at: visitedAt },
  activity_upload: {
    ...upload,
    completedAt: '2026-03-01',
    externalId: 'ext-2',
    accountId: 'account-1',
    leadId: 'lead-1',
    opportunityId: 'opportunity-1',
  },
  webhook_create: { ...webhook, external_id: 'ext-1' },
};

/** Makes the calls one after the other. Returns the inputs and payloads by tool, and the id that each tool created. */
export async function makeCalls(calls: ToolCalls, execute: (tool: Tool, input: unknown) => Promise<unknown>) {
  const byName: Record<string, Tool> = toolsByName;
  const ids = new Map<string, string>();
  const made: { tool: Tool; params: unknown; payload: unknown }[] = [];
  for (const [name, input] of Object.entries(calls)) {
    const tool = byName[name];
    if (!tool) throw new Error(`There is no tool ${name}.`);
    const params: unknown = JSON.parse(
      JSON.stringify(input).replace(/<(\w+)>/g, (_, creator: string) => ids.get(creator) ?? creator),
    );
    const payload = await execute(tool, params);
    const id: unknown = Reflect.get(Object(payload), 'id');
    if (tool.class === 'once' && typeof id === 'string') ids.set(name, id);
    made.push({ tool, params, payload });
  }
  return { made, ids };
}
