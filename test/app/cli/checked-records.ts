import { v5 } from 'uuid';

const uuid = (name: string) => v5(name, 'b7a1e2c4-5d0f-4b7e-8a53-7c1f0e9d2b66');

export const host = uuid('ada');

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const speech = { start_ms: 0, end_ms: 2000, text: 'Would a discount help?' };
const match = { ...speech, theme: 'Commercial', topic: 'Price', trigger: 'discount' };

/** Records of which every filter of the tools leaves out some. */
export const checkedRecords = (): object[] => {
  const signal = (number: number, score: number, place: object) => ({
    kind: 'signal',
    id: `sig_${number}`,
    discovered_at: hoursAgo(number * 30),
    full_name: ['Nia Owusu', 'Tomas Ruiz', 'Ida Berg', 'Leo Maas'][number - 1],
    score,
    linkedin_id: `person-${number}`,
    ...place,
  });
  const activity = (name: string, hours: number, status: string) => ({
    kind: 'activity',
    id: uuid(name),
    type: 'call',
    status,
    started_at: hoursAgo(hours),
    updated_at: hoursAgo(hours - 1),
    segments: [speech],
    summary: 'They spoke about the price.',
    action_items: [{ text: 'Send the offer.' }],
    questions: [speech],
    topic_matches: [match],
  });
  return [
    { kind: 'company', id: 'exe_1', name: 'Cobalt Robotics' },
    { kind: 'company', id: 'exe_2', name: 'Alpine Water' },
    { kind: 'institution', id: 'ede_1', name: 'ETH' },
    { kind: 'institution', id: 'ede_2', name: 'Oslo School' },
    { kind: 'city', name: 'Bern' },
    { kind: 'city', name: 'Oslo' },
    signal(1, 9, {
      city: 'Bern',
      country: 'Switzerland',
      region: 'Europe',
      origin: 'Ghana',
      industry: 'Robotics',
      type: 'Promoted',
      gender: 'woman',
      age_range: '30 to 34',
      education_level: 'Master',
      customer_focus: 'B2B',
      source: 'register',
      profile_tags: ['VC Investor'],
      experiences: [{ company_id: 'exe_1', company_name: 'Cobalt Robotics' }],
      educations: [{ institution_id: 'ede_1', institution_name: 'ETH' }],
    }),
    signal(2, 4, { city: 'Oslo' }),
    signal(3, 6, {}),
    signal(4, 2, {}),
    { kind: 'list', id: 'lst_1', name: 'Founders', creator: 'usr_ada', created_at: hoursAgo(5) },
    { kind: 'list_entry', id: 'ent_1', list_id: 'lst_1', signal_id: 'sig_1', created_at: hoursAgo(3) },
    { kind: 'list_entry', id: 'ent_2', list_id: 'lst_1', signal_id: 'sig_2', created_at: hoursAgo(2) },
    {
      kind: 'search',
      id: 'sch_1',
      title: 'All',
      creator: 'usr_ada',
      visited_at: hoursAgo(1),
      created_at: hoursAgo(2),
      filters: [],
    },
    { kind: 'organization', id: uuid('organization'), name: 'Fernway' },
    { kind: 'convo_user', id: host, name: 'Ada Moreau', email: 'ada@example.com' },
    { kind: 'convo_user', id: uuid('ben'), name: 'Ben Okafor' },
    { kind: 'theme', id: uuid('theme'), name: 'Commercial' },
    activity('call', 30, 'completed'),
    activity('talk', 50, 'received'),
    ...['ada', 'ben'].flatMap((name) => [
      {
        kind: 'comment',
        id: uuid(`comment ${name}`),
        activity_id: uuid('call'),
        user_id: uuid(name),
        created_at: hoursAgo(20),
      },
      { kind: 'listen', activity_id: uuid('call'), user_id: uuid(name), listened_at: hoursAgo(19) },
      { kind: 'call_score', id: uuid(`score ${name}`), user_id: uuid(name), score: 80, created_at: hoursAgo(18) },
      { kind: 'coaching_feedback', id: uuid(`feedback ${name}`), coach_id: uuid(name), created_at: hoursAgo(17) },
    ]),
  ];
};
