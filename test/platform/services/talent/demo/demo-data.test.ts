import { describe, expect, it } from 'vitest';
import { importSchemas } from '../../../../../src/platform/import/kinds/import-schemas.ts';
import { type Reference, referencesOf } from '../../../../../src/platform/import/kinds/references.ts';
import { makeDemoData } from '../../../../../src/platform/services/talent/demo/demo-data.ts';
import { filterIssues } from '../../../../../src/tools/talent/search-filter.ts';
import { signalPayload } from '../../../../../src/tools/talent/signal.ts';
import {
  ageRanges,
  customerFocuses,
  educationLevels,
  genders,
  profileTags,
  signalTypes,
} from '../../../../../src/tools/talent/vocabulary.ts';

const now = new Date('2026-11-20T12:00:00Z');
const data = makeDemoData({ now });
const { signals, lists, searches } = data;
const people = Map.groupBy(signals, (signal) => signal.linkedin_id);
const day = 24 * 60 * 60 * 1000;
const distinct = (values: unknown[]) => [...new Set(values.map(String))].toSorted();
const valuesOf = (values: Record<string, string>) => Object.values(values).toSorted();

describe('demo data', () => {
  it('holds what the documentation promises', () => {
    expect({
      users: data.users.length,
      people: people.size,
      signals: signals.length,
      lists: lists.length,
      searches: searches.length,
    }).toEqual({ users: 5, people: 1250, signals: 2289, lists: 12, searches: 8 });
    expect(distinct([...people.values()].map(({ length }) => length))).toEqual(['1', '2', '3', '4', '5']);
  });

  it('is the same every time for the same time', () => {
    expect(makeDemoData({ now })).toEqual(data);
  });

  it('keeps people and ids when the time moves on', () => {
    const later = makeDemoData({ now: new Date(now.getTime() + 40 * day) });
    const names = (all: typeof signals) =>
      all.map(({ id, full_name: name, linkedin_id: linkedinId }) => [id, name, linkedinId]);
    expect(names(later.signals).slice(0, 20)).toEqual(names(signals).slice(0, 20));
  });

  it('gives every record a key of its own', () => {
    for (const records of [data.users, data.companies, data.institutions, signals, lists, searches]) {
      expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
    }
    expect(new Set(data.cities.map(({ name }) => name)).size).toBe(data.cities.length);
    const entries = lists.flatMap((list) => list.entries ?? []);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    const linkedinUrls = [...people.values()].flatMap((ofPerson) => distinct(ofPerson.map((one) => one.linkedin_url)));
    expect(new Set(linkedinUrls).size).toBe(1250);
  });

  it('covers the last twelve months up to today', () => {
    const ages = signals.map((signal) => (now.getTime() - new Date(signal.discovered_at).getTime()) / day);
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...ages)).toBeLessThanOrEqual(365);
    const months = distinct(signals.map((signal) => String(signal.discovered_at).slice(0, 7)));
    expect(months.slice(-12)).toEqual(
      Array.from({ length: 12 }, (_, index) => new Date(Date.UTC(2025, 11 + index)).toISOString().slice(0, 7)),
    );
    expect(signals.filter((signal) => String(signal.discovered_at).startsWith('2026-11-20')).length).toBe(2);
  });

  it('shows every value of every filter', () => {
    expect(distinct(signals.map(({ type }) => type))).toEqual(valuesOf(signalTypes));
    expect(distinct(signals.map(({ age_range: range }) => range))).toEqual(valuesOf(ageRanges));
    expect(distinct(signals.map(({ gender }) => gender))).toEqual(valuesOf(genders));
    expect(distinct(signals.map(({ customer_focus: focus }) => focus))).toEqual(valuesOf(customerFocuses));
    expect(distinct(signals.map(({ education_level: level }) => level))).toEqual(valuesOf(educationLevels));
    expect(distinct(signals.flatMap(({ profile_tags: tags }) => tags))).toEqual(valuesOf(profileTags));
    expect(new Set(signals.map(({ score }) => score))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
    expect(distinct(signals.map(({ source }) => source))).toEqual([
      'Company Registry',
      'Grant Database',
      'LinkedIn',
      'Network',
      'Patent Office',
      'Press',
    ]);
    expect(distinct(signals.map(({ industry }) => industry)).length).toBe(16);
  });

  it('follows the contract to the letter', () => {
    const records = [
      ['user', data.users],
      ['company', data.companies],
      ['institution', data.institutions],
      ['city', data.cities],
      ['signal', signals],
      ['list', lists],
      ['search', searches],
    ] as const;
    for (const [kind, all] of records) {
      for (const record of all) expect(importSchemas[kind].safeParse(record).error).toBeUndefined();
    }
    for (const signal of signals) expect(signalPayload.safeParse(signal).error).toBeUndefined();
    for (const search of searches) expect(filterIssues(search.filters ?? [])).toEqual([]);
  });

  it('refers to nothing that is not there', () => {
    const known = new Map<Reference['to'], Set<string>>([
      ['user', new Set(data.users.map(({ id }) => id))],
      ['company', new Set(data.companies.map(({ id }) => id))],
      ['institution', new Set(data.institutions.map(({ id }) => id))],
      ['signal', new Set(signals.map(({ id }) => id))],
      ['list', new Set(lists.map(({ id }) => id))],
    ]);
    const broken = [...signals, ...lists, ...searches]
      .flatMap((record) => referencesOf(record))
      .filter(({ to, id }) => !known.get(to)?.has(id));
    expect(broken).toEqual([]);
    const cities = new Set(data.cities.map(({ name }) => name));
    expect(signals.filter(({ city }) => !cities.has(city ?? ''))).toEqual([]);
  });

  it('lets one career go on through the signals of a person', () => {
    for (const ofPerson of people.values()) {
      for (const [index, signal] of ofPerson.entries()) {
        const earlier = ofPerson[index - 1];
        if (!earlier) continue;
        expect(Date.parse(String(signal.discovered_at))).toBeGreaterThan(Date.parse(String(earlier.discovered_at)));
        expect([signal.full_name, signal.origin, signal.gender]).toEqual([
          earlier.full_name,
          earlier.origin,
          earlier.gender,
        ]);
        const begun = (one: typeof signal) =>
          (one.experiences ?? []).map((job) => [job.company_id, job.title, job.start_date]);
        expect(begun(signal).slice(-begun(earlier).length)).toEqual(begun(earlier));
      }
    }
  });

  it('ends no job before it began, and begins none after its signal', () => {
    const wrong = signals.flatMap(({ id, experiences, discovered_at: discoveredAt }) =>
      (experiences ?? [])
        .map((job) => ({ id, start: String(job.start_date), end: job.end_date ?? '9999' }))
        .filter(({ start, end }) => start > end || start > String(discoveredAt).slice(0, 7)),
    );
    expect(wrong).toEqual([]);
  });

  it('lets nobody review a signal before it was discovered or after now', () => {
    for (const signal of signals) {
      const times = [
        ...(signal.taggings ?? []).map((tagging) => tagging.created_at),
        ...(signal.views ?? []).map((view) => view.viewed_at),
        ...(signal.screenings ?? []).map((screening) => screening.screened_at),
      ].map((time) => Date.parse(String(time)));
      const [from, to] = [Date.parse(String(signal.discovered_at)), now.getTime()];
      expect(times.filter((time) => !(time >= from && time <= to))).toEqual([]);
    }
  });

  it('reads naturally', () => {
    for (const { summary, headline, full_name: name } of signals) {
      expect(`${name}: ${summary} | ${headline}`).not.toMatch(/undefined|null|NaN|\.\.|,,| {2}|\bno (month|year)s\b/);
      expect(summary).toMatch(/^\p{Lu}.*[.]$/u);
      expect(summary?.startsWith(String(name))).toBe(true);
    }
    expect(
      ['New Company', 'Stealth Position', 'Left Position', 'Promoted', 'New Grant'].map(
        (type) => signals.find((signal) => signal.type === type)?.summary,
      ),
    ).toMatchInlineSnapshot(`
      [
        "Lorenzo Amato started Clearwater Vitals in San Diego. Clearwater Vitals builds remote monitoring for heart patients. Before: Chief Revenue Officer at Delta Air Lines.",
        "Tiago Nogueira left Fiserv, where he was Managing Director, and now lists a stealth company in Fintech.",
        "Meera Pillai left Goldman Sachs after two months as Associate. No new position is listed yet.",
        "Nadav Dror was promoted from Senior Research Scientist to Principal Scientist at Osprey Stack, eight months into the role.",
        "Chao Chen received a grant of $375,000 for research on gallium nitride power stages.",
      ]
    `);
  });

  it('has a private list, shared lists of several people, an empty one and a long one', () => {
    const sizes = lists.map(({ entries }) => entries?.length ?? 0);
    expect(sizes.toSorted((a, b) => a - b)).toEqual([0, 9, 12, 14, 18, 20, 25, 30, 36, 48, 64, 140]);
    expect(distinct(lists.map(({ creator }) => creator))).toEqual([
      'usr_amara',
      'usr_demo',
      'usr_jonas',
      'usr_mei',
      'usr_tomas',
    ]);
    expect(lists.filter(({ accesses }) => accesses?.length === 0).map(({ id }) => id)).toEqual([
      'lst_shortlist',
      'lst_next_quarter',
      'lst_amara_notes',
      'lst_jonas_private',
    ]);
  });
});
