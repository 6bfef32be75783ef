import { describe, expect, it } from 'vitest';
import { groupByPerson, matchGuest } from '../../../src/graph/matching/rules/match.ts';
import { activityPayload } from '../../../src/tools/conversation/activity.ts';
import { companyPayload } from '../../../src/tools/talent/lookup.ts';
import { signalPayload } from '../../../src/tools/talent/signal.ts';

const labs = { company_id: 'exe_labs', company_name: 'Example Labs', start_date: '2022', is_current: true };
const tides = { company_id: 'exe_tides', company_name: 'Tidewater', start_date: '2023-05', is_current: true };
const companies = new Map(
  [
    companyPayload.parse({ id: 'exe_labs', name: 'Example Labs', domain: 'labs.example' }),
    companyPayload.parse({ id: 'exe_tides', name: 'Tidewater Inc.' }),
    companyPayload.parse({ id: 'exe_unnamed', domain: 'unnamed.example' }),
  ].map((company) => [company.id, company]),
);

interface Talk {
  guest?: Record<string, unknown>;
  title?: string;
  startedAt?: string | null;
  signals: Record<string, unknown>[];
}

/** Signals are of Ada Ex at Example Labs unless they say otherwise; so is the guest. */
function match({ guest, title = 'First talk', startedAt = '2026-03-15T10:00:00Z', signals }: Talk) {
  const activity = activityPayload.parse({
    id: 'talk',
    title,
    started_at: startedAt,
    participants: [{ id: 'guest', name: 'Ada Ex', email: 'ada@labs.example', affiliation: 'external', ...guest }],
  });
  const records = signals.map((signal, index) =>
    signalPayload.parse({
      id: `sig_${index}`,
      full_name: 'Ada Ex',
      linkedin_id: `in-${index}`,
      experiences: [labs],
      ...signal,
    }),
  );
  return activity.participants
    .flatMap((participant) => matchGuest({ guest: participant, activity, people: groupByPerson(records), companies }))
    .map(({ person, ...others }) => ({ person: person.id, ...others }));
}

describe('a guest', () => {
  it('is the person with the name and the company domain', () => {
    expect(match({ signals: [{}] })).toEqual([
      {
        person: 'in-0',
        confidence: 'STRONG',
        score: 0.95,
        matchedOn: ['FULL_NAME', 'COMPANY_DOMAIN'],
        evidence:
          "Ada Ex, of Example Labs, has the guest's name, and the guest's email address is at the company's domain.",
      },
    ]);
  });

  it('is the person of a company without a name, which the evidence calls by its domain', () => {
    const experiences = [{ ...labs, company_id: 'exe_unnamed', company_name: null }];
    expect(match({ guest: { email: 'ada@unnamed.example' }, signals: [{ experiences }] })).toMatchObject([
      {
        evidence:
          "Ada Ex, of unnamed.example, has the guest's name, and the guest's email address is at the company's domain.",
      },
    ]);
  });

  it('is one whose company is the label of the email domain, and in the title', () => {
    const email = 'ada@tidewater.example';
    const [found] = match({ guest: { email }, title: 'Tidewater renewal', signals: [{ experiences: [labs, tides] }] });
    expect(found).toMatchObject({
      confidence: 'STRONG',
      score: 0.9,
      matchedOn: ['FULL_NAME', 'COMPANY_LABEL', 'COMPANY_IN_TITLE'],
      evidence:
        "Ada Ex, of Tidewater, has the guest's name, and the domain of the guest's email address is named like the company.",
    });
  });

  it.each(['ada@tidewater.example', 'ada@old-tide.example'])('is one of a renamed company: %s', (email) => {
    const experiences = [{ ...tides, company_name: 'Old Tide' }];
    expect(match({ guest: { email }, title: 'Old Tide <> Tidewater', signals: [{ experiences }] })).toMatchObject([
      { confidence: 'STRONG', matchedOn: ['FULL_NAME', 'COMPANY_LABEL', 'COMPANY_IN_TITLE'] },
    ]);
  });

  it.each([null, 'ada@gmail.com'])('is one whose company is in the title, with the email address %s', (email) => {
    expect(match({ guest: { email }, title: 'Example Labs: renewal', signals: [{}] })).toMatchObject([
      {
        confidence: 'STRONG',
        score: 0.85,
        matchedOn: ['FULL_NAME', 'COMPANY_IN_TITLE'],
        evidence:
          "Ada Ex, of Example Labs, has the guest's name, and the title of the conversation contains the name of the company.",
      },
    ]);
  });

  it('is one with a nickname, at a lower score', () => {
    const signals = [{ full_name: 'William Ex' }];
    expect(match({ guest: { name: 'Bill Ex' }, signals })).toMatchObject([
      {
        confidence: 'STRONG',
        score: 0.85,
        matchedOn: ['NICKNAME', 'COMPANY_DOMAIN'],
        evidence:
          "William Ex, of Example Labs, has a form of the guest's name, and the guest's email address is at the company's domain.",
      },
    ]);
  });

  it('is told without the email address that a career has as the name of a company', () => {
    const experiences = [{ company_name: 'ada@labs.example (freelance)', start_date: '2022', is_current: true }];
    const [found] = match({ title: 'Renewal with ada@labs.example (freelance)', signals: [{ experiences }] });
    expect(found).toMatchObject({ confidence: 'STRONG' });
    expect(found?.evidence).not.toContain('@');
  });

  it('is found in any signal of a person', () => {
    const other = { linkedin_id: 'in-0', full_name: 'Ada Marsh', experiences: [tides] };
    expect(match({ signals: [other, { linkedin_id: 'in-0' }] })).toMatchObject([{ person: 'in-0', score: 0.95 }]);
  });

  it('is told by the best of the names and positions', () => {
    const former = { ...labs, end_date: '2025-12', is_current: false };
    const signals = [
      { linkedin_id: 'in-0', full_name: 'A. Ex', experiences: [former, labs, former] },
      { linkedin_id: 'in-0', experiences: [] },
    ];
    expect(match({ signals })).toMatchObject([{ score: 0.95, matchedOn: ['FULL_NAME', 'COMPANY_DOMAIN'] }]);
  });

  it.each([
    ['the name alone, if only one person has it', {}, 0.4, "the guest's name"],
    ['a nickname alone', { name: 'A. Ex' }, 0.3, "a form of the guest's name"],
  ])('is possibly one with %s', (_, guest, score, text) => {
    expect(match({ guest: { ...guest, email: 'ada@gmail.com' }, signals: [{}] })).toEqual([
      {
        person: 'in-0',
        confidence: 'POSSIBLE',
        score,
        matchedOn: [score === 0.4 ? 'FULL_NAME' : 'NICKNAME'],
        evidence: `Ada Ex is the only person with signals who has ${text}.`,
      },
    ]);
  });

  it('is nobody if several people have only the name', () => {
    expect(match({ guest: { email: null }, signals: [{}, {}] })).toEqual([]);
  });

  it('is possibly each of two people who qualify', () => {
    const found = match({ signals: [{ full_name: 'A. Ex' }, {}] });
    expect(found).toMatchObject([
      { person: 'in-1', confidence: 'POSSIBLE', score: 0.48, matchedOn: ['FULL_NAME', 'COMPANY_DOMAIN'] },
      { person: 'in-0', confidence: 'POSSIBLE', score: 0.43, matchedOn: ['NICKNAME', 'COMPANY_DOMAIN'] },
    ]);
    expect(found[0]?.evidence).toBe(
      "Ada Ex, of Example Labs, has the guest's name, and the guest's email address is at the company's domain; another person qualifies too.",
    );
  });

  it('is told from people with the same name by the company', () => {
    const found = match({ signals: [{ experiences: [tides] }, {}, { experiences: [] }] });
    expect(found).toMatchObject([{ person: 'in-1', confidence: 'STRONG' }]);
  });

  it.each([
    ['has no name', { name: null }],
    ['has one word as name', { name: 'Ada' }],
    ['has an email address as name', { name: 'ada.ex@labs.example' }],
    ['is from the team', { affiliation: 'internal' }],
    ['is from an unknown side', { affiliation: null }],
    ['has another name', { name: 'Eva Ex' }],
  ])('is nobody who %s', (_, guest) => {
    expect(match({ guest, signals: [{}] })).toEqual([]);
  });
});

describe('a position', () => {
  const talk = (experience: Record<string, unknown>, startedAt: string | null = '2026-03-15T10:00:00Z') =>
    match({ startedAt, signals: [{ experiences: [{ ...labs, is_current: null, ...experience }] }] })[0]?.score;

  it.each([
    ['has no dates', { start_date: null }],
    ['began in the year', { start_date: '2026' }],
    ['began in the month', { start_date: '2026-03' }],
    ['began on the day', { start_date: '2026-03-15' }],
    ['ends in the year', { end_date: '2026' }],
    ['ends in the month', { end_date: '2026-03' }],
    ['ends on the day', { end_date: '2026-03-15' }],
    ['ended later', { end_date: '2026-09' }],
  ])('covers a conversation if it %s', (_, dates) => {
    expect(talk(dates)).toBe(0.95);
  });

  it.each(['2025', '2025-03', '2025-03-15', '2026-02', '2026-03-14'])(
    'counts less if it ended within 12 months before: %s',
    (end_date) => {
      expect(talk({ end_date })).toBe(0.85);
    },
  );

  it.each([
    ['ended in an earlier year', { end_date: '2024' }],
    ['ended in an earlier month', { end_date: '2025-02' }],
    ['ended on an earlier day', { end_date: '2025-03-14' }],
    ['begins in the next year', { start_date: '2027' }],
    ['begins in the next month', { start_date: '2026-04' }],
    ['begins on the next day', { start_date: '2026-03-16' }],
    ['ended at an unknown time', { is_current: false }],
  ])('does not count if it %s', (_, dates) => {
    expect(talk(dates)).toBe(0.4);
  });

  it('does not count if the time of the conversation is unknown', () => {
    expect(talk({}, null)).toBe(0.4);
  });

  it('is told with its end', () => {
    const experiences = [{ ...labs, end_date: '2025-12', is_current: false }];
    expect(match({ signals: [{ experiences }] })[0]?.evidence).toBe(
      "Ada Ex, of Example Labs until 2025-12, has the guest's name, and the guest's email address is at the company's domain.",
    );
  });
});
