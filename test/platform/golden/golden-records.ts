import { activityId, filters, fullCalls, leanCalls, time, uuid, visitedAt } from './golden-calls.ts';

/** The records of a platform, with values for every field or for the required fields only. */
interface GoldenWorld {
  viewer: { talent: string; convo: string };
  /** The lines of an import file. */
  records: (Record<string, unknown> & { kind: string })[];
  calls: typeof leanCalls;
}

const ada = { id: 'usr_1', name: 'Ada Moreau', email: 'ada@example.com' };
const ben = { id: 'usr_2', name: 'Ben Okafor', email: 'ben@example.com' };
const host = uuid('ada');
const speaker = uuid('speaker');
const speech = { participant_id: speaker, start_ms: 1000, end_ms: 4000 };

const full: GoldenWorld = {
  viewer: { talent: ada.id, convo: host },
  calls: fullCalls,
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
      summary_method: 'model',
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
  calls: leanCalls,
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
