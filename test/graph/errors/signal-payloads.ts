/** The signal of `toolPayloads` as the graph returns it, with its loaded company and school. */
export const fullSignal = {
  id: 'sig_1',
  type: 'NEW_COMPANY',
  score: 8,
  source: 'company register',
  summary: 'Founded Cobalt Robotics.',
  discoveredAt: '2026-03-02T09:15:00.000Z',
  fullName: 'Nia Owusu',
  headline: 'Founder of Cobalt Robotics',
  avatarUrl: 'https://images.example.com/nia.jpg',
  linkedinId: 'nia-owusu',
  linkedinUrl: 'https://www.linkedin.com/in/nia-owusu',
  city: 'Bern',
  country: 'Switzerland',
  region: 'Europe',
  origin: 'Ghana',
  gender: 'WOMAN',
  ageRange: 'FROM_30_TO_34',
  educationLevel: 'MASTER',
  industry: 'Robotics',
  customerFocus: 'B2B',
  profileTags: ['SERIAL_FOUNDER'],
  viewerHasViewed: true,
  viewerHasScreened: false,
  experiences: [
    {
      company: { id: 'exe_1', name: 'Cobalt Robotics' },
      companyName: 'Cobalt Robotics',
      title: 'Founder',
      description: 'Builds robots for warehouses.',
      location: 'Bern',
      startDate: '2026-02',
      endDate: '2026-03-01',
      isCurrent: false,
    },
  ],
  educations: [
    {
      institution: { id: 'ede_1', name: 'ETH Zürich' },
      institutionName: 'ETH Zürich',
      degree: 'MSc',
      fieldOfStudy: 'Robotics',
      startDate: '2014',
      endDate: '2016',
    },
  ],
  taggings: [
    {
      tag: 'Priority',
      createdAt: '2026-03-02T09:15:00.000Z',
      taggedBy: { id: 'usr_2', name: 'Ben Okafor', email: 'ben@example.com', isViewer: false },
    },
  ],
  views: [{ user: { id: 'usr_1', name: 'Ada Moreau' }, viewedAt: '2026-03-02T09:15:00.000Z' }],
  screenings: [{ user: { id: 'usr_2', isViewer: false }, screenedAt: '2026-03-02T09:15:00.000Z' }],
};

/** A record as the graph returns it for an empty payload: empty lists, otherwise null. */
const emptied = (record: object = {}) =>
  Object.fromEntries(Object.entries(record).map(([field, value]) => [field, Array.isArray(value) ? [] : null]));

export const nullSignal = emptied(fullSignal);
export const nullExperience = { ...emptied(fullSignal.experiences[0]), isCurrent: false };
export const nullEducation = emptied(fullSignal.educations[0]);
