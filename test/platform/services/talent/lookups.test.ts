import { beforeAll, expect, it } from 'vitest';
import {
  storeCities,
  storeCompanies,
  storeInstitutions,
} from '../../../../src/platform/services/talent/store/store-lookups.ts';
import { storeSignals } from '../../../../src/platform/services/talent/store/store-signals.ts';
import { recordStatements } from '../../../support/database/statement-recorder.ts';
import { describeOnDatabases } from '../../../support/database/suite-database.ts';
import { talentCallers } from './talent-caller.ts';

const inCity = (city: string | null, index: number) => ({ id: `s${index}`, discovered_at: index, city });

describeOnDatabases('lookups', ({ db }) => {
  const ann = talentCallers(db)('ann');
  let beforeStoring: unknown;

  beforeAll(async () => {
    beforeStoring = await ann.payload('cities_list', {});

    await storeCities(
      db,
      ['Zürich', 'Aarhus', 'Berlin', '100%', '100 Mile House'].map((name) => ({ name })),
    );
    await storeSignals(db, ['Paris', 'Berlin', 'Berlin', 'Aarhus', null, 'Berlin', 'Aarhus'].map(inCity));
    await storeCompanies(db, [
      { id: 'exe_3', name: 'Beta' },
      { id: 'exe_1', name: 'Beta', domain: 'beta.example', industry: 'Health' },
      { id: 'exe_2', name: 'Alpha_1' },
      { id: 'exe_4', name: 'alphabet' },
      { id: 'exe_5', name: 'Élan' },
    ]);
    await storeInstitutions(db, [
      { id: 'ede_2', name: 'Uppsala universitet', country: 'Sweden' },
      { id: 'ede_1', name: 'University of Oslo', country: 'Norway' },
      { id: 'ede_3', name: 'ETH Zürich' },
    ]);
  });

  it('cities_list returns no cities from an empty database', () => {
    expect(beforeStoring).toEqual({ items: [], page: 1, limit: 25, total: 0, has_more: false });
  });

  it('cities_list returns the cities with the most signals first, then by name', async () => {
    expect(await ann.payload('cities_list', {})).toEqual({
      items: [
        { name: 'Berlin', signal_count: 3 },
        { name: 'Aarhus', signal_count: 2 },
        { name: 'Paris', signal_count: 1 },
        { name: '100 Mile House', signal_count: 0 },
        { name: '100%', signal_count: 0 },
        { name: 'Zürich', signal_count: 0 },
      ],
      page: 1,
      limit: 25,
      total: 6,
      has_more: false,
    });
  });

  it('cities_list returns pages', async () => {
    const pages = await Promise.all(
      ['1', '2', '3'].map((page) => ann.record('cities_list', { limit: '4', page, search: '' })),
    );
    expect(pages.map(({ items, total, hasMore }) => [items.length, total, hasMore])).toEqual([
      [4, 6, true],
      [2, 6, false],
      [0, 6, false],
    ]);
  });

  it.each([
    ['by a part of the name in any case', 'ZÜR', ['Zürich']],
    ['by a part in the middle of the name', 'ari', ['Paris']],
    ['by a part with a percent sign', '0%', ['100%']],
    ['by an underscore, which is no wildcard', '_', []],
    ['by a part of no name', 'Atlantis', []],
  ])('cities_list finds cities %s', async (_name, search, names) => {
    const { items, total } = await ann.record('cities_list', { search });
    expect([items.map(({ name }) => name), total]).toEqual([names, names.length]);
  });

  it('companies_list returns all companies, sorted by name, then id', async () => {
    expect(await ann.payload('companies_list', {})).toEqual({
      items: [
        { id: 'exe_2', name: 'Alpha_1', domain: null, industry: null },
        { id: 'exe_1', name: 'Beta', domain: 'beta.example', industry: 'Health' },
        { id: 'exe_3', name: 'Beta', domain: null, industry: null },
        { id: 'exe_4', name: 'alphabet', domain: null, industry: null },
        { id: 'exe_5', name: 'Élan', domain: null, industry: null },
      ],
      page: 1,
      limit: 25,
      total: 5,
      has_more: false,
    });
  });

  it.each<[string, { ids?: string[]; search?: string; limit?: string; page?: string }, string[], number]>([
    ['by a part of the name in any case', { search: 'ALPHA' }, ['exe_2', 'exe_4'], 2],
    ['by a part with an accent in any case', { search: 'éLA' }, ['exe_5'], 1],
    ['by a part with an underscore', { search: 'a_' }, ['exe_2'], 1],
    ['by ids, without the unknown ones', { ids: ['exe_3', 'exe_99', 'exe_2'] }, ['exe_2', 'exe_3'], 2],
    ['by ids, each once', { ids: ['exe_3', 'exe_3'] }, ['exe_3'], 1],
    ['by unknown ids alone', { ids: ['exe_99'] }, [], 0],
    ['by no ids', { ids: [] }, [], 0],
    ['by ids and a part of the name', { ids: ['exe_1', 'exe_2'], search: 'bet' }, ['exe_1'], 1],
    ['in pages', { limit: '2', page: '2' }, ['exe_3', 'exe_4'], 5],
    ['by ids in pages', { ids: ['exe_1', 'exe_2', 'exe_3'], limit: '2', page: '2' }, ['exe_3'], 3],
  ])('companies_list returns companies %s', async (_name, input, ids, total) => {
    const page = await ann.record('companies_list', input);
    expect([page.items.map(({ id }) => id), page.total]).toEqual([ids, total]);
  });

  it('educations_list returns all institutions, sorted by name', async () => {
    expect(await ann.payload('educations_list', {})).toEqual({
      items: [
        { id: 'ede_3', name: 'ETH Zürich', country: null },
        { id: 'ede_1', name: 'University of Oslo', country: 'Norway' },
        { id: 'ede_2', name: 'Uppsala universitet', country: 'Sweden' },
      ],
      page: 1,
      limit: 25,
      total: 3,
      has_more: false,
    });
  });

  it.each<[string, { ids?: string[]; search?: string }, string[]]>([
    ['by a part of the name', { search: 'univers' }, ['ede_1', 'ede_2']],
    ['by ids', { ids: ['ede_3', 'ede_9'] }, ['ede_3']],
    ['by ids and a part of the name', { ids: ['ede_1', 'ede_3'], search: 'OSLO' }, ['ede_1']],
  ])('educations_list returns institutions %s', async (_name, input, ids) => {
    const { items } = await ann.record('educations_list', input);
    expect(items.map(({ id }) => id)).toEqual(ids);
  });

  it.each<[string, string[]]>([
    ['mit', ['ede_6', 'ede_5', 'ede_8', 'ede_7']],
    ['  MIT ', ['ede_6', 'ede_5', 'ede_8', 'ede_7']],
    ['zurich', ['ede_3']],
    ['oslo UNIVERSITY', ['ede_1']],
    ['m', ['ede_5', 'ede_6', 'ede_8', 'ede_7']],
    ['(vietnam)', ['ede_8']],
    ['(mit', []],
  ])('educations_list puts the best matches first: %s', async (search, ids) => {
    await storeInstitutions(db, [
      { id: 'ede_5', name: 'MIT World Peace University' },
      { id: 'ede_6', name: 'Massachusetts Institute of Technology' },
      { id: 'ede_7', name: 'Smith College' },
      { id: 'ede_8', name: 'RMIT and Mitra (Vietnam)' },
    ]);
    const { items } = await ann.record('educations_list', { search });
    const { items: all } = await ann.record('educations_list', {});
    expect(items.map(({ id }) => id)).toEqual(ids);
    expect(all.map(({ id }) => id)).toEqual(['ede_3', 'ede_5', 'ede_6', 'ede_8', 'ede_7', 'ede_1', 'ede_2']);
  });

  it('cities_list returns matches with the most signals first, also before those at the beginning of a word', async () => {
    const { items } = await ann.record('cities_list', { search: 'h' });
    expect(items.map(({ name }) => name)).toEqual(['Aarhus', '100 Mile House', 'Zürich']);
  });

  it('run two statements each, but only one for ids that fit on the first page', async () => {
    const recorder = recordStatements(db);
    const recorded = talentCallers(recorder.db)('ann');
    const statementsOf = async (input: { ids?: string[]; search?: string; limit?: string; page?: string }) => {
      const { items, total } = await recorded.record('companies_list', input);
      return [recorder.take().length, items.length, total];
    };
    await recorded.payload('cities_list', {});
    await recorded.payload('educations_list', { search: 'x' });
    expect(recorder.take()).toHaveLength(4);
    expect(await statementsOf({ ids: ['exe_1', 'exe_1', 'exe_none'] })).toEqual([1, 1, 1]);
    expect(await statementsOf({ ids: [] })).toEqual([1, 0, 0]);
    expect(await statementsOf({ ids: ['exe_1', 'exe_2'], limit: '1' })).toEqual([2, 1, 2]);
    expect(await statementsOf({ ids: ['exe_1'], page: '2' })).toEqual([2, 0, 1]);
  });
});
