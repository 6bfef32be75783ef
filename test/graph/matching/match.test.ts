import { describe, expect, it } from 'vitest';
import { labs, match, tides } from './matched-talk.ts';

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
    ['the name alone, if only one person has it', 'William Ex', 0.4, "the guest's name"],
    ['a nickname alone', 'Bill Ex', 0.3, "a form of the guest's name"],
  ])('is possibly one with %s', (_, name, score, text) => {
    const guest = { name, email: 'ada@gmail.com' };
    expect(match({ guest, signals: [{ full_name: 'William Ex' }] })).toEqual([
      {
        person: 'in-0',
        confidence: 'POSSIBLE',
        score,
        matchedOn: [score === 0.4 ? 'FULL_NAME' : 'NICKNAME'],
        evidence: `William Ex is the only person with signals who has ${text}.`,
      },
    ]);
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>[]]>([
    ['several people have only the name', { email: null }, [{}, {}]],
    ['only an initial and the family name are equal', { name: 'A. Ex', email: null }, [{}]],
    ['the address is at a company that is not in the career', { email: 'ada@tidewater.example' }, [{}]],
  ])('is nobody if %s', (_, guest, signals) => {
    expect(match({ guest, signals })).toEqual([]);
  });

  it('is possibly one at an unknown company if the career does not tell a company', () => {
    const stealth = { company_name: 'Stealth Startup', start_date: '2025-12' };
    const signals = [{ experiences: [labs, stealth] }];
    expect(match({ guest: { email: 'ada@new.example' }, signals })).toMatchObject([{ confidence: 'POSSIBLE' }]);
  });

  it('is nobody by the title if the address is at the domain of another company', () => {
    const title = 'Example Labs and partners';
    const inTitle = (email: string) => match({ guest: { email }, title, signals: [{}] });
    expect(inTitle('ada@other.example')).toEqual([]);
    expect(inTitle('ada@gmail.com')).toMatchObject([{ confidence: 'STRONG' }]);
  });

  it.each([
    ['no name', { name: null, email: 'ada.ex@labs.example' }],
    ['one word as name', { name: 'Ada', email: 'ada_ex@labs.example' }],
    ['an email address as name', { name: 'ada.ex@labs.example', email: 'ex.ada@labs.example' }],
  ])('who has %s is told by what the address spells', (_, guest) => {
    expect(match({ guest, signals: [{}] })).toMatchObject([
      { confidence: 'STRONG', matchedOn: ['FULL_NAME', 'COMPANY_DOMAIN'] },
    ]);
    expect(match({ guest: { ...guest, email: 'ada.ex@gmail.com' }, signals: [{}] })).toEqual([]);
  });

  it.each([
    ['aex', 'alovelace@labs.example'],
    [null, 'alovelace@labs.example'],
    ['alovelace', 'alovelace@labs.example'],
    ['Ada', 'a.lovelace@labs.example'],
  ])('who is called %s is told by the name in the address %s', (name, email) => {
    expect(match({ guest: { name, email }, signals: [{ full_name: 'Ada Lovelace' }] })).toMatchObject(
      name === 'aex' ? [] : [{ confidence: 'STRONG' }],
    );
    expect(match({ guest: { name, email }, signals: [{ full_name: 'Eva Lovelace' }] })).toEqual([]);
  });

  it('is nobody by an initial and the beginning of the name of a company', () => {
    const experiences = [{ company_name: 'Calder & Umber Freight', start_date: '2022', is_current: true }];
    const named = (name: string) =>
      match({ guest: { name, email: null }, title: 'Calder & Umber: renewal', signals: [{ experiences }] });
    expect(named('Ada Ex')).toMatchObject([{ confidence: 'STRONG', matchedOn: ['FULL_NAME', 'COMPANY_IN_TITLE'] }]);
    expect(named('A. Ex')).toEqual([]);
    expect(named('A. van Ex')).toEqual([]);
  });

  it('is possibly each of two people who qualify', () => {
    const found = match({ signals: [{ full_name: 'A. Ex' }, {}] });
    expect(found).toMatchObject([
      { person: 'in-1', confidence: 'POSSIBLE', score: 0.48, matchedOn: ['FULL_NAME', 'COMPANY_DOMAIN'] },
      { person: 'in-0', confidence: 'POSSIBLE', score: 0.43, matchedOn: ['NICKNAME', 'COMPANY_DOMAIN'] },
    ]);
    expect(found[0]?.evidence).toBe(
      "Ada Ex, of Example Labs, has the guest's name, and the guest's email address is at the company's domain; this fits 2 people.",
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
    ['has an account', { affiliation: null, user_id: '6f1c2a34-58d7-4c0e-9b1a-2d3e4f5a6b7c' }],
    ['has another name', { name: 'Eva Ex' }],
  ])('is nobody who %s', (_, guest) => {
    expect(match({ guest, signals: [{}] })).toEqual([]);
  });

  it.each([null, 'unknown' as const])('can have the affiliation %s', (affiliation) => {
    expect(match({ guest: { affiliation }, signals: [{}] })).toMatchObject([{ confidence: 'STRONG' }]);
  });
});
