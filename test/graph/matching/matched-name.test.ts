import { describe, expect, it } from 'vitest';
import { match, tides } from './matched-talk.ts';

describe('the company after the name of a guest', () => {
  const inName = (name: string) => match({ guest: { name, email: null }, signals: [{ experiences: [tides] }] });

  it.each([
    'Ada Ex (Tidewater)',
    'Ada Ex | Tidewater Inc.',
    'Ada Ex - Tidewater',
    'Ada Ex – Tidewater',
    'Ada Ex @ Tidewater',
    'Ada Ex [TIDEWATER, Inc.]',
  ])('counts: %s', (name) => {
    expect(inName(name)).toMatchObject([
      { confidence: 'STRONG', score: 0.9, matchedOn: ['FULL_NAME', 'COMPANY_IN_NAME'] },
    ]);
  });

  it('counts in a short form of at least two words', () => {
    const of = (name: string) =>
      match({
        guest: { name, email: null },
        signals: [{ experiences: [{ ...tides, company_id: null, company_name: 'Lisbon Tidewater Freight' }] }],
      }).map(({ confidence }) => confidence);
    expect([of('Ada Ex (Lisbon Tidewater)'), of('Ada Ex (Lisbon)')]).toEqual([['STRONG'], ['POSSIBLE']]);
  });

  it('counts after a comma', () => {
    expect(inName('Ada Ex, Tidewater Inc.')).toMatchObject([
      { confidence: 'STRONG', matchedOn: ['FULL_NAME', 'COMPANY_IN_NAME'] },
    ]);
  });

  it.each(['Ada Ex (Tide)', 'Ada Ex (Tidewater Bank)', 'Ada Ex (she/her)', 'Ada Tidewater Ex (Guest)'])(
    'does not count if it is another: %s',
    (name) => {
      expect(inName(name).filter(({ confidence }) => confidence === 'STRONG')).toEqual([]);
    },
  );
});

describe('a typing error in the surname', () => {
  const of = (guest: Record<string, unknown>, others: Record<string, unknown>[] = []) =>
    match({ guest: { name: 'Ada Lovelasce', ...guest }, signals: [{ full_name: 'Ada Lovelace' }, ...others] }).map(
      ({ person, confidence, matchedOn }) => [person, confidence, ...matchedOn],
    );

  it('is possible at the domain of the company', () => {
    expect(of({})).toEqual([['in-0', 'POSSIBLE', 'SIMILAR_NAME', 'COMPANY_DOMAIN']]);
  });

  it('is nobody elsewhere, or if someone has the name as written', () => {
    expect(of({ email: null })).toEqual([]);
    expect(of({ email: 'ada@tidewater.example' })).toEqual([]);
    expect(of({}, [{ full_name: 'Ada Lovelasce' }])).toEqual([['in-1', 'STRONG', 'FULL_NAME', 'COMPANY_DOMAIN']]);
  });
});

describe('an email address that spells another family name', () => {
  const of = (guest: { name: string; email: string }, fullName = 'Ada Lovelace') =>
    match({ guest, signals: [{ full_name: fullName }] }).map(({ confidence, matchedOn }) => [confidence, ...matchedOn]);

  it.each([
    ['a family name of which the label has the initial', 'Ada L.', 'ada.lovelace@labs.example'],
    ['another family name', 'Ada Byron', 'ada.lovelace@labs.example'],
    ['another family name than three words', 'Ada Marie Byron', 'ada.lovelace@labs.example'],
    ['the name without a typing error', 'Ada Lovelasce', 'a.lovelace@labs.example'],
  ])('counts at a company: %s', (_, name, email) => {
    expect(of({ name, email })).toEqual([['STRONG', 'FULL_NAME', 'COMPANY_DOMAIN']]);
  });

  it.each([
    ['the given name', 'J. Lovelace', 'julia@labs.example', ['STRONG', 'FULL_NAME', 'COMPANY_DOMAIN']],
    [
      'a given name with the family name',
      'J. Lovelace',
      'julia.lovelace@labs.example',
      ['STRONG', 'FULL_NAME', 'COMPANY_DOMAIN'],
    ],
    ['another given name', 'J. Lovelace', 'eva@labs.example', ['POSSIBLE', 'NICKNAME', 'COMPANY_DOMAIN']],
    ['no given name', 'J. Lovelace', 'jobs@labs.example', ['POSSIBLE', 'NICKNAME', 'COMPANY_DOMAIN']],
  ])('tells one of two people by %s', (_, name, email, key) => {
    const signals = [{ full_name: 'Joris Lovelace' }, { full_name: 'Julia Lovelace' }];
    const found = match({ guest: { name, email }, signals }).find(({ person }) => person === 'in-1');
    expect(found && [found.confidence, ...found.matchedOn]).toEqual(key);
  });

  it('counts elsewhere if the label has the initial', () => {
    expect(of({ name: 'Ada L.', email: 'ada.lovelace@gmail.com' })).toEqual([['POSSIBLE', 'FULL_NAME']]);
    expect(of({ name: 'Ada Byron', email: 'ada.lovelace@gmail.com' })).toEqual([]);
  });

  it('counts as written if it joins the given names of the label', () => {
    const guest = { name: 'Wei Liang Tan', email: 'weiliang.tan@labs.example' };
    expect(of(guest, 'Tan Wei Liang')).toEqual([['STRONG', 'FULL_NAME', 'COMPANY_DOMAIN']]);
    expect(of(guest, 'Tan Wei Ling')).toEqual([]);
  });

  it.each([
    ['of someone else', 'Eva Byron', 'ada.lovelace@labs.example'],
    ['with another initial', 'Ada B.', 'ada.lovelace@gmail.com'],
    ['of a department', 'Ada Byron', 'ada.sales@labs.example'],
  ])('does not count %s', (_, name, email) => {
    expect(of({ name, email })).toEqual([]);
  });
});

describe('a name without a company', () => {
  const of = (name: string, fullName: string) =>
    match({ guest: { name, email: null }, signals: [{ full_name: fullName }] }).map(({ confidence }) => confidence);

  it('is possible, also with a nickname', () => {
    expect(of('Bill Ferrand', 'William Ferrand')).toEqual(['POSSIBLE']);
  });

  it.each([
    ['Ana Ruiz', 'Ana Ruiz Ortega'],
    ['Ana Ruiz', 'Ana María Ruiz'],
  ])('is not possible without a part: %s, %s', (name, fullName) => {
    expect(of(name, fullName)).toEqual([]);
  });
});

describe('a profile with a single name', () => {
  const of = (guest: { name: string; email?: string | null }, fullName = 'Suharyanto') =>
    match({ guest, signals: [{ full_name: fullName }] }).map(({ confidence }) => confidence);

  it('is found by an honorific and the company', () => {
    expect(of({ name: 'Pak Suharyanto' })).toEqual(['STRONG']);
  });

  it.each([
    ['without a company', { name: 'Pak Suharyanto', email: null }],
    ['without an honorific', { name: 'Suharyanto', email: 'suharyanto@gmail.com' }],
    ['behind a given name', { name: 'Budi Suharyanto' }],
  ])('is not found %s', (_, guest) => {
    expect(of(guest)).toEqual([]);
  });

  it('is another than a given name', () => {
    expect(of({ name: 'Pak Suharyanto' }, 'Suharyanto Wibowo')).toEqual([]);
  });
});
