import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ToolError } from '../../src/tools/errors/tool-error.ts';
import { createGate } from '../support/gate.ts';
import { ask } from '../support/graph/served-graph.ts';
import { serveTalentSubgraph } from './talent-subgraph.ts';
import { useResource } from '../support/resource.ts';

const query = `query References($representations: [_Any!]!) {
  _entities(representations: $representations) {
    __typename
    ... on Signal { id fullName }
    ... on List { id listName: name }
    ... on ListEntry { id addedAt }
    ... on SavedSearch { id title }
    ... on Company { id companyName: name }
    ... on EducationInstitution { id institutionName: name }
  }
}`;

const coded = z.object({ extensions: z.object({ code: z.string() }) });

const readsById = ['companies_list', 'educations_list', 'list_entries_get', 'lists_get', 'searches_get', 'signals_get'];

const companiesUpTo = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ __typename: 'Company', id: `exe_${index}` }));

describe('entity references', () => {
  const talent = useResource(serveTalentSubgraph);
  afterEach(() => talent.tools.restore());

  const resolve = async (representations: unknown) => {
    const { data, errors, toolCalls } = await ask(talent.url, query, { representations });
    return {
      entities: data?.['_entities'],
      errors: errors.map((error) => ({
        message: error.message,
        path: error['path'],
        code: coded.parse(error).extensions.code,
      })),
      tools: toolCalls.map(({ tool, keys }) => `${tool} ${keys}`).toSorted(),
    };
  };

  it('resolves every entity type in one request, in the order of the representations', async () => {
    const { entities, errors, tools } = await resolve([
      { __typename: 'Company', id: 'exe_kiln' },
      { __typename: 'Signal', id: 'sig_2' },
      { __typename: 'ListEntry', id: 'ent_2', list: { __typename: 'List', id: 'lst_founders' } },
      { __typename: 'SavedSearch', id: 'sch_new' },
      { __typename: 'EducationInstitution', id: 'ede_delta' },
      { __typename: 'List', id: 'lst_boards' },
    ]);

    expect(errors).toEqual([]);
    expect(entities).toEqual([
      { __typename: 'Company', id: 'exe_kiln', companyName: 'Kiln Works' },
      { __typename: 'Signal', id: 'sig_2', fullName: 'Tor Quist' },
      { __typename: 'ListEntry', id: 'ent_2', addedAt: '2026-02-07T08:00:00.000Z' },
      { __typename: 'SavedSearch', id: 'sch_new', title: 'New this week' },
      { __typename: 'EducationInstitution', id: 'ede_delta', institutionName: 'Delta Polytechnic' },
      { __typename: 'List', id: 'lst_boards', listName: 'Boards' },
    ]);
    expect(tools).toEqual([
      'companies_list 1',
      'educations_list 1',
      'list_entries_get 1',
      'lists_get 1',
      'searches_get 1',
      'signals_get 1',
    ]);
  });

  it('resolves references of two requests that share their records', async () => {
    const gate = createGate();
    const references = [
      { __typename: 'Company', id: 'exe_kiln' },
      { __typename: 'Signal', id: 'sig_2' },
      { __typename: 'ListEntry', id: 'ent_2', list: { id: 'lst_founders' } },
      { __typename: 'SavedSearch', id: 'sch_new' },
      { __typename: 'EducationInstitution', id: 'ede_delta' },
      { __typename: 'List', id: 'lst_boards' },
    ];
    for (const tool of readsById) {
      talent.tools.replace(tool, (_, real) => gate.pass().then(real));
    }
    const first = resolve(references);
    await gate.whenWaiting(references.length);
    const second = resolve([...references, { __typename: 'Signal', id: 'sig_3' }]);
    await gate.whenWaiting(references.length + 1);
    gate.open();

    const { entities, errors } = await first;
    expect(errors).toEqual([]);
    expect(await second).toMatchObject({
      entities: [...z.array(z.looseObject({ id: z.string() })).parse(entities), { __typename: 'Signal', id: 'sig_3' }],
      errors: [],
    });
    expect(talent.tools.calls).toHaveLength(references.length + 1);
  });

  it('loads a repeated reference once, and several of a type with one call if a tool supports it', async () => {
    const lists = ['lst_boards', 'lst_founders', 'lst_boards'].map((id) => ({ __typename: 'List', id }));
    const companies = ['exe_mill', 'exe_kiln', 'exe_mill'].map((id) => ({ __typename: 'Company', id }));
    const searches = ['sch_top', 'sch_new', 'sch_top'].map((id) => ({ __typename: 'SavedSearch', id }));
    const signals = ['sig_1', 'sig_1'].map((id) => ({ __typename: 'Signal', id }));
    const { entities, errors, tools } = await resolve([...lists, ...companies, ...searches, ...signals]);

    expect(errors).toEqual([]);
    expect(z.array(z.object({ id: z.string() })).parse(entities)).toEqual(
      [...lists, ...companies, ...searches, ...signals].map(({ id }) => ({ id })),
    );
    expect(tools).toEqual(['companies_list 2', 'lists_list 2', 'searches_list 2', 'signals_get 1']);
  });

  it.each([
    ['Signal', { __typename: 'Signal', id: 'sig_none' }],
    ['List', { __typename: 'List', id: 'lst_none' }],
    ["List that is someone else's", { __typename: 'List', id: 'lst_hidden' }],
    ['ListEntry', { __typename: 'ListEntry', id: 'ent_none', list: { id: 'lst_founders' } }],
    ['ListEntry of another list', { __typename: 'ListEntry', id: 'ent_1', list: { id: 'lst_boards' } }],
    ['SavedSearch', { __typename: 'SavedSearch', id: 'sch_none' }],
    ['Company', { __typename: 'Company', id: 'exe_none' }],
    ['Company id of another form', { __typename: 'Company', id: 'acme' }],
    ['EducationInstitution', { __typename: 'EducationInstitution', id: 'ede_none' }],
  ])('returns null for an unknown %s and resolves the other references', async (_, representation) => {
    const { entities, errors } = await resolve([
      { __typename: 'Signal', id: 'sig_1' },
      representation,
      { __typename: 'Signal', id: 'sig_2' },
    ]);

    expect(errors).toEqual([]);
    expect(entities).toEqual([
      { __typename: 'Signal', id: 'sig_1', fullName: 'Ines Vale' },
      null,
      { __typename: 'Signal', id: 'sig_2', fullName: 'Tor Quist' },
    ]);
  });

  it('returns null for a reference whose tool fails and resolves the others', async () => {
    talent.tools.replace('signals_get', async ({ input }, real) => {
      if (z.object({ id: z.string() }).parse(input).id !== 'sig_2') return real();
      throw new ToolError({ code: 'UPSTREAM_TIMEOUT', message: 'signals_get took too long.', tool: 'signals_get' });
    });
    const { entities, errors } = await resolve(['sig_1', 'sig_2', 'sig_3'].map((id) => ({ __typename: 'Signal', id })));

    expect(entities).toEqual([
      { __typename: 'Signal', id: 'sig_1', fullName: 'Ines Vale' },
      null,
      { __typename: 'Signal', id: 'sig_3', fullName: 'Uma Reyes' },
    ]);
    expect(errors).toEqual([
      { message: 'signals_get took too long.', path: ['_entities', 1], code: 'UPSTREAM_TIMEOUT' },
    ]);
  });

  it.each([
    [{ __typename: 'Deal', id: 'deal_1' }, '__typename must name an entity'],
    [{ __typename: 'City', name: 'Oslo' }, '__typename must name an entity'],
    [{ __typename: 'Signal' }, 'id is required'],
    [{ __typename: 'Signal', id: '' }, 'id must not be empty'],
    [{ __typename: 'Signal', id: ['sig_1'] }, 'id must be an id'],
    [{ __typename: 'ListEntry', id: 'ent_1', list: {} }, 'list.id is required'],
    [{ __typename: 'ListEntry', id: 'ent_1' }, 'list is required'],
  ])('rejects the representation %j and resolves the others', async (representation, fault) => {
    const { entities, errors, tools } = await resolve([representation, { __typename: 'Signal', id: 'sig_1' }]);

    expect(entities).toEqual([null, { __typename: 'Signal', id: 'sig_1', fullName: 'Ines Vale' }]);
    expect(errors).toEqual([
      { message: `representations.0.${fault}.`, path: ['_entities', 0], code: 'BAD_USER_INPUT' },
    ]);
    expect(tools).toEqual(['signals_get 1']);
  });

  it('accepts a whole number as an id', async () => {
    const { errors, tools } = await resolve([{ __typename: 'Signal', id: 7 }]);
    expect([errors, tools]).toEqual([[], ['signals_get 1']]);
  });

  it('returns talent users with only their id, and an error for webhooks, which no tool can look up', async () => {
    const { data, errors, toolCalls } = await ask(
      talent.url,
      `query ($representations: [_Any!]!) {
        _entities(representations: $representations) { ... on TalentUser { id name isViewer } ... on Webhook { url } }
      }`,
      {
        representations: [
          { __typename: 'TalentUser', id: 'usr_amy' },
          { __typename: 'Webhook', id: '7d9a2f51-3c0e-4b62-8d14-90c5e1f7a3b8' },
        ],
      },
    );
    expect(data).toEqual({ _entities: [{ id: 'usr_amy', name: null, isViewer: null }, null] });
    expect(errors).toMatchObject([
      {
        message: 'A webhook cannot be loaded by its id: no tool returns webhooks. Select only its id.',
        path: ['_entities', 1],
        extensions: { code: 'NOT_FOUND', isRetryable: false },
      },
    ]);
    expect(toolCalls).toEqual([]);
  });

  it('resolves 1000 references and rejects 1001 before any tool call', async () => {
    const most = await resolve(companiesUpTo(1000));
    expect(most.errors).toEqual([]);
    expect(most.tools).toEqual(Array.from({ length: 10 }, () => 'companies_list 100'));

    const { entities, errors, tools } = await resolve(companiesUpTo(1001));
    expect(entities).toBeUndefined();
    expect(errors).toEqual([
      {
        message: 'representations must be at most 1000 in an operation; there are 1001.',
        code: 'BAD_USER_INPUT',
      },
    ]);
    expect(tools).toEqual([]);
  });

  it('rejects a representation that is not an object', async () => {
    const { entities, errors, tools } = await resolve(['sig_1']);
    expect(entities).toBeUndefined();
    expect(errors).toEqual([
      { message: 'representations.0 must be an object.', path: ['_entities'], code: 'BAD_USER_INPUT' },
    ]);
    expect(tools).toEqual([]);
  });
});
