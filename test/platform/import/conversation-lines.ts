import { v5 } from 'uuid';

const space = 'b7a1e2c4-5d0f-4b7e-8a53-7c1f0e9d2b66';

/** The same UUID for the same name. */
export const uuid = (name: string) => v5(name, space);

export const organization = {
  kind: 'organization',
  name: 'Fernway',
  crm_integration: 'hubspot',
  calendar_type: 'google',
  address: '1 Quay Street',
  created_at: '2026-01-01',
};
export const ada = {
  kind: 'convo_user',
  id: uuid('ada'),
  name: 'Ada Host',
  email: 'ada@fernway.example',
  status: 'active',
  team_name: 'North',
  crm_id: 'CRM-1',
  role: 'Manager',
};
export const ben = { kind: 'convo_user', id: uuid('ben'), name: 'Ben Rep', role: 'Member' };
export const theme = {
  kind: 'theme',
  id: uuid('theme'),
  name: 'Commercial',
  topics: [{ id: uuid('topic'), name: 'Price', triggers: [{ id: uuid('trigger'), keyword: 'discount' }] }],
};

const speaker = { ada: uuid('participant ada'), guest: uuid('participant guest') };

/** A call with a discount, a question with a long answer, and a promise. */
export const call = {
  kind: 'activity',
  id: uuid('call'),
  type: 'call',
  status: 'completed',
  title: 'Intro call',
  started_at: '2026-05-04 10:00:00',
  completed_at: '2026-05-04T10:01:00Z',
  updated_at: '2026-05-04T10:05:00Z',
  duration_ms: 60_000,
  language: 'en_GB',
  host_user_id: ada.id,
  external_id: 'ext-1',
  participants: [
    { id: speaker.ada, name: 'Ada Host', affiliation: 'internal', user_id: ada.id },
    { id: speaker.guest, name: 'Gus Guest', phone: '+1 202 555 0100', affiliation: 'external' },
  ],
  segments: [
    {
      participant_id: speaker.ada,
      start_ms: 0,
      end_ms: 8000,
      text: 'How does your team plan the hiring of engineers for the new office in Lisbon?',
    },
    {
      participant_id: speaker.guest,
      start_ms: 8000,
      end_ms: 30_000,
      text: 'We plan forty engineers for the office in Lisbon by summer, and the hiring budget is fixed, so a discount on the yearly licence would help us a lot.',
    },
    { participant_id: speaker.ada, start_ms: 30_000, end_ms: 40_000, text: "I'll send the offer by Friday." },
  ],
};

/** The same call with outputs of another analysis. */
export const analysedCall = {
  ...call,
  summary: 'They spoke about Lisbon.',
  action_items: [{ text: 'Send it.', assignee_id: speaker.ada, start_ms: 30_000, is_completed: true }],
  questions: [],
  topic_matches: null,
};

const record = <Fields extends object>(kind: string, fields: Fields) => ({ kind, id: uuid(kind), ...fields });
const byAda = { activity_id: call.id, user_id: ada.id };
const byBen = { activity_id: call.id, user_id: ben.id };
const coaching = { activity_id: call.id, coach_id: ada.id, coachee_id: ben.id, comment: 'Good opening.' };

export const comment = record('comment', { ...byBen, text: 'Well asked.', at_ms: 1000, created_at: '2026-05-05' });
export const listen = { kind: 'listen', ...byBen, listened_at: '2026-05-05 07:00:00' };
export const callScore = record('call_score', {
  ...byAda,
  activity_type: 'call',
  score: 81.5,
  created_at: '2026-05-04',
});
export const feedback = record('coaching_feedback', { ...coaching, score: 4, created_at: '2026-05-06T08:00:00Z' });

export const everything: object[] = [organization, ada, ben, theme, analysedCall, comment, listen, callScore, feedback];
