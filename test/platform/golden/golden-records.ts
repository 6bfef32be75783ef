import { v5 } from 'uuid';
import type { ToolInput } from '../../../src/tools/tool.ts';
import { conversationTools } from '../../../src/tools/conversation/conversation-tools.ts';
import { talentTools } from '../../../src/tools/talent/talent-tools.ts';

/** The records of a platform in which every field has a value, or only those that are required. */
export interface GoldenWorld {
  viewer: { talent: string; convo: string };
  /** Lines of an import. */
  records: object[];
  /** Called in this order. `<name of a tool>` as an id stands for the id that the tool returned. */
  calls: { [Name in keyof typeof tools]: ToolInput<(typeof tools)[Name]> };
}

const tools = { ...talentTools, ...conversationTools };

export const uuid = (name: string) => v5(name, 'b7a1e2c4-5d0f-4b7e-8a53-7c1f0e9d2b66');

const time = '2026-03-02T09:15:00Z';
const period = { fromDate: '2026-03-01 00:00:00', toDate: '2026-03-02 12:00:00' };

const activityId = uuid('call');
const filters = [{ key: 'score', operator: 'gte', value: 7 }];
const visitedAt = Date.parse(time);
const upload = {
  hostUserEmail: 'ada@example.com',
  language: 'en_GB',
  title: 'Intro call',
  recordingUrl: 'https://recordings.example.com/1.vtt',
};
const webhook = { trigger: 'conversation_played', url: 'https://hooks.example.com/played' } as const;

const calls: GoldenWorld['calls'] = {
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

const ada = { id: 'usr_1', name: 'Ada Moreau', email: 'ada@example.com' };
const ben = { id: 'usr_2', name: 'Ben Okafor', email: 'ben@example.com' };
const host = uuid('ada');
const speaker = uuid('speaker');
const speech = { participant_id: speaker, start_ms: 1000, end_ms: 4000 };

const full: GoldenWorld = {
  viewer: { talent: ada.id, convo: host },
  calls: {
    ...calls,
    signals_list: { score: '7', limit: '25', page: '1' },
    lists_create: { name: 'Robotics', accesses: [ben.id] },
    searches_create: { title: 'Strong founders', emoji: '🌱', filters, sharees: [ben.id], visited_at: visitedAt },
    activity_upload: {
      ...upload,
      completedAt: '2026-03-01',
      externalId: 'ext-2',
      accountId: 'account-1',
      leadId: 'lead-1',
      opportunityId: 'opportunity-1',
    },
    webhook_create: { ...webhook, external_id: 'ext-1' },
  },
  records: [
    { kind: 'user', ...ada },
    { kind: 'user', ...ben },
    { kind: 'company', id: 'exe_1', name: 'Cobalt Robotics', domain: 'cobalt.example', industry: 'Robotics' },
    { kind: 'institution', id: 'ede_1', name: 'ETH Zürich', country: 'Switzerland' },
    { kind: 'city', name: 'Bern' },
    {
      kind: 'signal',
      id: 'sig_1',
      type: 'New Company',
      score: 8,
      source: 'company register',
      summary: 'Founded Cobalt Robotics.',
      discovered_at: time,
      full_name: 'Nia Owusu',
      headline: 'Founder of Cobalt Robotics',
      avatar_url: 'https://images.example.com/nia.jpg',
      linkedin_id: 'nia-owusu',
      linkedin_url: 'https://www.linkedin.com/in/nia-owusu',
      city: 'Bern',
      country: 'Switzerland',
      region: 'Europe',
      origin: 'Ghana',
      gender: 'woman',
      age_range: '30 to 34',
      education_level: 'Master',
      industry: 'Robotics',
      customer_focus: 'B2B',
      profile_tags: ['Serial Founder'],
      experiences: [
        {
          company_id: 'exe_1',
          company_name: 'Cobalt Robotics',
          title: 'Founder',
          description: 'Builds robots for warehouses.',
          location: 'Bern',
          start_date: '2026-02',
          end_date: '2026-03-01',
          is_current: false,
        },
      ],
      educations: [
        {
          institution_id: 'ede_1',
          institution_name: 'ETH Zürich',
          degree: 'MSc',
          field_of_study: 'Robotics',
          start_date: '2014',
          end_date: '2016',
        },
      ],
      taggings: [{ tag: 'Priority', created_at: time, tagged_by: ben.id }],
      views: [{ user: ada.id, viewed_at: time }],
      screenings: [{ user: ben.id, screened_at: time }],
    },
    { kind: 'list', id: 'lst_1', name: 'Founders', creator: ada.id, accesses: [ben.id], created_at: time },
    { kind: 'list_entry', id: 'ent_1', list_id: 'lst_1', signal_id: 'sig_1', created_at: time, added_by: ben.id },
    {
      kind: 'search',
      id: 'sch_1',
      title: 'Strong founders',
      emoji: '🌱',
      filters,
      sharees: [ben.id],
      visited_at: visitedAt,
      creator: ada.id,
      created_at: time,
    },
    {
      kind: 'organization',
      id: uuid('organization'),
      name: 'Fernway',
      crm_integration: 'hubspot',
      calendar_type: 'google',
      address: '1 Quay Street',
    },
    {
      kind: 'convo_user',
      id: host,
      name: 'Ada Moreau',
      email: 'ada@example.com',
      status: 'active',
      team_name: 'North',
      crm_id: 'crm-1',
      role: 'Manager',
    },
    {
      kind: 'theme',
      id: uuid('theme'),
      name: 'Commercial',
      topics: [{ id: uuid('topic'), name: 'Price', triggers: [{ id: uuid('trigger'), keyword: 'discount' }] }],
    },
    {
      kind: 'activity',
      id: activityId,
      type: 'call',
      status: 'completed',
      title: 'Intro call',
      started_at: time,
      completed_at: '2026-03-02T09:16:00Z',
      updated_at: '2026-03-02T09:20:00Z',
      duration_ms: 60_000,
      language: 'en_GB',
      provider: 'phone',
      host_user_id: host,
      external_id: 'ext-1',
      account_id: 'account-1',
      lead_id: 'lead-1',
      opportunity_id: 'opportunity-1',
      participants: [
        {
          id: speaker,
          name: 'Ada Moreau',
          email: 'ada@example.com',
          phone: '+1 202 555 0100',
          affiliation: 'internal',
          user_id: host,
        },
      ],
      processing: { state: 'done', skipped_cues: 1, warnings: ['One cue has no text.'] },
      segments: [{ ...speech, text: 'Would a discount help?' }],
      summary: 'They spoke about the price.',
      action_items: [
        { text: 'Send the offer.', assignee_id: speaker, start_ms: 1000, is_completed: false, due_on: '2026-03-06' },
      ],
      questions: [{ ...speech, text: 'Would a discount help?', is_engaging: true, is_insightful: false }],
      topic_matches: [
        { ...speech, text: 'Would a discount help?', theme: 'Commercial', topic: 'Price', trigger: 'discount' },
      ],
    },
    {
      kind: 'comment',
      id: uuid('comment'),
      activity_id: activityId,
      user_id: host,
      text: 'Well asked.',
      at_ms: 1000,
      created_at: time,
    },
    { kind: 'listen', activity_id: activityId, user_id: host, listened_at: time },
    {
      kind: 'call_score',
      id: uuid('score'),
      activity_id: activityId,
      user_id: host,
      activity_type: 'call',
      score: 81.5,
      created_at: time,
    },
    {
      kind: 'coaching_feedback',
      id: uuid('feedback'),
      activity_id: activityId,
      coach_id: host,
      coachee_id: host,
      score: 4,
      comment: 'Good opening.',
      created_at: time,
      updated_at: time,
    },
  ],
};

const lean: GoldenWorld = {
  viewer: { talent: 'usr_1', convo: host },
  calls,
  records: [
    { kind: 'user', id: 'usr_1' },
    { kind: 'company', id: 'exe_1', name: 'Cobalt Robotics' },
    { kind: 'institution', id: 'ede_1', name: 'ETH Zürich' },
    { kind: 'city', name: 'Bern' },
    { kind: 'signal', id: 'sig_1', discovered_at: time },
    { kind: 'list', id: 'lst_1', name: 'Founders', creator: 'usr_1', created_at: time },
    { kind: 'list_entry', id: 'ent_1', list_id: 'lst_1', signal_id: 'sig_1', created_at: time },
    { kind: 'search', id: 'sch_1', title: 'All', creator: 'usr_1', visited_at: visitedAt, created_at: time },
    { kind: 'organization', id: uuid('organization'), name: 'Fernway' },
    { kind: 'convo_user', id: host, email: 'ada@example.com' },
    { kind: 'theme', id: uuid('theme'), name: 'Commercial' },
    {
      kind: 'activity',
      id: activityId,
      started_at: time,
      segments: [{ start_ms: 0, text: 'Hello.' }],
      summary: 'They met.',
      action_items: [{ text: 'Send the offer.' }],
      questions: [{ start_ms: 0, text: 'Why now?' }],
      topic_matches: [{ start_ms: 0, text: 'A discount.', theme: 'Commercial', topic: 'Price', trigger: 'discount' }],
    },
    { kind: 'comment', id: uuid('comment'), activity_id: activityId, created_at: time },
    { kind: 'listen', activity_id: activityId, user_id: host, listened_at: time },
    { kind: 'call_score', id: uuid('score'), created_at: time },
    { kind: 'coaching_feedback', id: uuid('feedback'), created_at: time },
  ],
};

export const goldenWorlds = { full, lean };
