import { uuid } from '../../platform/services/conversation/conversation-records.ts';
import type { ConversationToolName } from '../../../src/tools/conversation/conversation-tools.ts';
import type { TalentToolName } from '../../../src/tools/talent/talent-tools.ts';

export type ToolName = TalentToolName | ConversationToolName;

/** The id of every record in the payloads, so that all references resolve. */
export const payloadId = uuid('record');

const id = payloadId;
const time = '2026-02-28 09:15:00';
const user = { id, name: 'Ada Moreau', email: 'ada@example.com', is_viewer: true };

export const signalPayload = {
  id,
  type: 'Promoted',
  score: 8,
  full_name: 'Nia Owusu',
  linkedin_id: 'nia-owusu',
  discovered_at: time,
  profile_tags: ['VC Investor'],
  experiences: [{ company_id: 'exe_1', company_name: 'Cobalt', start_date: '2021' }],
  educations: [{ institution_id: 'ede_1', institution_name: 'ETH' }],
  taggings: [{ tag: 'hot', created_at: time, tagged_by: user }],
  views: [{ user, viewed_at: time }],
  screenings: [{ user, screened_at: time }],
};

export const listPayload = {
  id,
  name: 'Founders',
  accesses: [user],
  creator: user,
  created_at: time,
  entry_count: 1,
};

export const entryPayload = { id, list_id: id, signal_id: id, signal: signalPayload, created_at: time, added_by: user };

export const searchPayload = {
  id,
  title: 'Strong',
  emoji: '🌱',
  filters: [{ key: 'score', operator: 'gte', value: 7 }],
  sharees: [user],
  visited_at: 1_772_000_000_000,
  creator: user,
  created_at: time,
};

export const activityPayload = {
  id,
  type: 'call',
  status: 'completed',
  title: 'Intro call',
  started_at: time,
  completed_at: time,
  updated_at: time,
  duration_ms: 60_000,
  host_user_id: id,
  participants: [{ id, name: 'Ada', affiliation: 'internal', user_id: id }],
  processing: { state: 'done' },
};

export const webhookPayload = { id, trigger: 'conversation_played', url: 'https://example.com/hook' };

const signalPage = { items: [signalPayload], page: 1, limit: 25, total: 1 };
const moment = { participant_id: id, start_ms: 0, end_ms: 1000, text: 'Why now?' };

/** A complete payload of every tool. */
export const toolPayloads: Record<ToolName, unknown> = {
  cities_list: { items: [{ name: 'Bern', signal_count: 1 }], total: 1 },
  companies_list: { items: [{ id: 'exe_1', name: 'Cobalt Robotics' }], total: 1 },
  educations_list: { items: [{ id: 'ede_1', name: 'ETH Zürich' }], total: 1 },
  lists_list: { items: [listPayload] },
  lists_get: { ...listPayload, entries: [{ id, signal_id: id, created_at: time }] },
  lists_create: listPayload,
  lists_update: listPayload,
  lists_delete: { id },
  list_entries_list: { items: [entryPayload], page: 1, limit: 25, total: 1 },
  list_entries_get: entryPayload,
  list_entries_create: entryPayload,
  list_entries_delete: { id },
  searches_list: { items: [searchPayload] },
  searches_get: searchPayload,
  searches_create: searchPayload,
  searches_update: searchPayload,
  searches_duplicate: searchPayload,
  searches_delete: { id },
  searches_signals_list: signalPage,
  signals_get: signalPayload,
  signals_list: signalPage,
  signals_entries: { items: [{ ...entryPayload, signal: null }] },
  signals_list_by_linkedin_id: { items: [signalPayload, { ...signalPayload, id: uuid('another signal') }] },
  signal_mark_viewed: signalPayload,
  signal_screen: signalPayload,
  signal_unscreen: signalPayload,
  activities_list: { items: [activityPayload], page: 1, page_size: 500, total: 1 },
  activity_upload: activityPayload,
  transcript_get: { items: [moment] },
  summary_get: { content: 'They met.' },
  action_items_get: { items: [{ text: 'Send the offer', assignee_id: id, start_ms: 0 }] },
  questions_get: { items: [{ ...moment, is_engaging: true, is_insightful: true }] },
  topic_triggers_matched_get: { items: [{ ...moment, theme: 'Deal', topic: 'Price', trigger: 'discount' }] },
  automated_call_scoring_list: { items: [{ id, score: 80, activity_id: id, user_id: id, created_at: time }] },
  coaching_feedback_list: { items: [{ id, activity_id: id, coach_id: id, coachee_id: id, created_at: time }] },
  comments_list: { items: [{ id, activity_id: id, user_id: id, text: 'Nice', created_at: time }] },
  listens_list: { items: [{ activity_id: id, user_id: id, listened_at: time }] },
  organization_get: { name: 'Acme' },
  topic_triggers_list: {
    items: [{ id, name: 'Deal', topics: [{ id, name: 'Price', triggers: [{ id, keyword: 'discount' }] }] }],
  },
  users_list: { items: [{ id, name: 'Ada Moreau', email: 'ada@example.com' }] },
  test_tool_xyz: { ok: true },
  webhook_create: webhookPayload,
  webhook_delete: { id },
  webhook_sample_get: { trigger: 'conversation_played', payload: { at: time } },
};
