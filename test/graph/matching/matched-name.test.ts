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
