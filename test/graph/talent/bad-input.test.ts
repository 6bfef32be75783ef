import { beforeAll, describe, expect, it } from 'vitest';
import { storeLists } from '../../../src/platform/services/talent/store/store-shared-records.ts';
import {
  EmptyIdDocument,
  EveryConnectionDocument,
  FilteredEntriesDocument,
  FilteredSignalsDocument,
  LookupsByIdsDocument,
  type SignalFilter,
} from '../../support/generated/operations.ts';
import { called } from '../../support/graph/expected-tool-calls.ts';
import { useGraph } from '../../support/graph/test-graph.ts';

const badInput = (...issues: { path: string[]; message: string }[]) => ({
  message: issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join(' '),
  extensions: {
    code: 'BAD_USER_INPUT',
    isRetryable: false,
    issues,
    requestId: expect.stringMatching(/^[\w-]{36}$/),
  },
});

describe('invalid input of talent queries', () => {
  const graph = useGraph();

  beforeAll(() => storeLists(graph.db, [{ id: 'lst_1', name: 'Founders', creator: 'usr_ada' }]));

  const userIdRule = 'must be a user id; use viewer and others for the caller and all other users';
  const prefixRule = 'must not begin with "!"; use notIn to exclude a name';

  it.each<[string, SignalFilter, string[], string]>([
    ['a score of 11', { minScore: 11 }, ['minScore'], 'must be from 1 to 10'],
    ['an empty name', { fullName: '' }, ['fullName'], 'must not be empty'],
    ['a name of an accent only', { fullName: ' \u0308' }, ['fullName'], 'must not be empty'],
    [
      'reversed dates',
      { discovered: { between: { from: '2026-02-02', to: '2026-02-01' } } },
      ['discovered', 'between', 'to'],
      'must not be before from',
    ],
    ['no days', { discovered: { withinDays: 0 } }, ['discovered', 'withinDays'], 'must be from 1 to 99999'],
    ['too many days', { discovered: { withinDays: 100_000 } }, ['discovered', 'withinDays'], 'must be from 1 to 99999'],
    [
      'a time that the tool would read as days',
      { discovered: { since: '1970-01-01T00:01:39Z' } },
      ['discovered', 'since'],
      'must not be before 1970-01-01T00:01:40Z',
    ],
    ['a city with the prefix', { cities: { in: ['!Bern'] } }, ['cities', 'in', '0'], prefixRule],
    [
      'an excluded city with the prefix',
      { cities: { notIn: ['Bern', '!Basel'] } },
      ['cities', 'notIn', '1'],
      prefixRule,
    ],
    ['an empty city', { cities: { in: [''] } }, ['cities', 'in', '0'], 'must not be empty'],
    ['an empty source', { sources: ['press', ''] }, ['sources', '1'], 'must not be empty'],
    ['a company by name', { pastCompanyIds: ['ACME'] }, ['pastCompanyIds', '0'], 'must be an id of the form exe_*'],
    [
      'a company among the institutions',
      { pastInstitutionIds: ['exe_1'] },
      ['pastInstitutionIds', '0'],
      'must be an id of the form ede_*',
    ],
    ['a user with the prefix', { screenedBy: { userIds: ['-usr_ben'] } }, ['screenedBy', 'userIds', '0'], userIdRule],
    ['me as a user', { screenedBy: { userIds: ['me'] } }, ['screenedBy', 'userIds', '0'], userIdRule],
    ['others as a user', { screenedBy: { notUserIds: ['others'] } }, ['screenedBy', 'notUserIds', '0'], userIdRule],
  ])('is rejected: %s', async (_what, filter, path, message) => {
    const { data, errors } = await graph.execute(FilteredSignalsDocument, { filter });

    expect(data).toEqual({ signals: null });
    expect(errors).toEqual([{ ...badInput({ path: ['filter', ...path], message }), path: ['signals'] }]);
    expect(graph.tools.calls).toEqual([]);
  });

  it('reports every invalid value at once', async () => {
    const { errors } = await graph.execute(FilteredSignalsDocument, {
      filter: { minScore: 0, cities: { in: ['!a', 'b', '!c'] } },
    });

    expect(errors).toEqual([
      {
        ...badInput(
          { path: ['filter', 'minScore'], message: 'must be from 1 to 10' },
          { path: ['filter', 'cities', 'in', '0'], message: prefixRule },
          { path: ['filter', 'cities', 'in', '2'], message: prefixRule },
        ),
        path: ['signals'],
      },
    ]);
    expect(graph.tools.calls).toEqual([]);
  });

  const exactlyOne = 'Exactly one key must be specified for OneOf type "SignalDiscoveredFilter".';

  it.each<[string, SignalFilter, string[], string]>([
    ['two fields', { discovered: { withinDays: 7, since: '2026-01-01T00:00:00Z' } }, [], exactlyOne],
    [
      'a range and a number of days',
      { discovered: { withinDays: 7, between: { from: '2026-01-01', to: '2026-01-02' } } },
      [],
      exactlyOne,
    ],
    ['no field', { discovered: {} }, [], exactlyOne],
    ['a null field', { discovered: { withinDays: null } }, ['withinDays'], 'Field "withinDays" must be non-null.'],
  ])('is rejected when the discovery filter has %s', async (_what, filter, place, message) => {
    const { data, errors } = await graph.execute(FilteredSignalsDocument, { filter });

    expect(data).toBeNull();
    expect(errors).toEqual([
      {
        message: expect.stringContaining('at "filter.discovered'),
        extensions: badInput({ path: ['filter', 'discovered', ...place], message }).extensions,
      },
    ]);
    expect(graph.tools.calls).toEqual([]);
  });

  it.each([
    [
      'filter: { discovered: { withinDays: 3, since: "2026-01-01T00:00:00Z" } }',
      ['filter', 'discovered'],
      'OneOf Input Object "SignalDiscoveredFilter" must specify exactly one key.',
    ],
    [
      'filter: { discovered: { between: { from: "2026-02-30", to: "2026-03-01" } } }',
      ['filter', 'discovered', 'between', 'from'],
      'Expected value of type "Date". A calendar day such as `2026-03-15`. Input must be in the years 1970 to 9999.',
    ],
    [
      'filter: { types: [PROMOTED, FIRED] }',
      ['filter', 'types', '1'],
      'Expected value of type "SignalType". Kind of career event that a signal reports.',
    ],
    ['first: "ten"', ['first'], 'Expected value of type "Int".'],
  ])('is rejected as a literal in the document: %s', async (argument, path, message) => {
    const query = `{ signals(${argument}) { totalCount } }`;
    const { data, errors } = await graph.execute({ toString: () => query }, {});

    expect(data).toBeNull();
    expect(errors).toEqual([
      {
        message: `${path.join('.')}: ${message}`,
        extensions: { code: 'BAD_USER_INPUT', isRetryable: false, issues: [{ path, message }] },
      },
    ]);
    expect(graph.tools.calls).toEqual([]);
  });

  it('fails validation when it does not match the schema', async () => {
    const { errors } = await graph.execute({ toString: () => '{ signals(size: 3) { count } }' }, {});

    expect(errors.map(({ extensions }) => extensions)).toEqual([
      { code: 'GRAPHQL_VALIDATION_FAILED' },
      { code: 'GRAPHQL_VALIDATION_FAILED' },
    ]);
    expect(graph.tools.calls).toEqual([]);
  });

  it.each([0, -1, 101])('is rejected on every connection: first: %i', async (first) => {
    const { data, errors } = await graph.execute(EveryConnectionDocument, { first });

    expect(data).toEqual({ signals: null, cities: null, companies: null, educationInstitutions: null });
    const inputError = badInput({ path: ['first'], message: `must be from 1 to 100; it is ${first}` });
    expect(errors).toEqual(
      ['signals', 'cities', 'companies', 'educationInstitutions'].map((field) => ({ ...inputError, path: [field] })),
    );
    expect(graph.tools.calls).toEqual([]);
  });

  it('is rejected without a call: malformed ids', async () => {
    const companies = ['exe_1', 'ACME', 'ede_1'];
    const { data, errors } = await graph.execute(LookupsByIdsDocument, { companies, institutions: ['ede 1'] });

    expect(data).toEqual({ companies: null, educationInstitutions: null });
    expect(errors).toEqual([
      {
        ...badInput(
          { path: ['ids', '1'], message: 'must be an id of the form exe_*' },
          { path: ['ids', '2'], message: 'must be an id of the form exe_*' },
        ),
        path: ['companies'],
      },
      {
        ...badInput({ path: ['ids', '0'], message: 'must be an id of the form ede_*' }),
        path: ['educationInstitutions'],
      },
    ]);
    expect(graph.tools.calls).toEqual([]);
  });

  it('nulls only the field with the invalid argument', async () => {
    const { data, errors, toolCalls } = await graph.execute(FilteredEntriesDocument, {
      filter: { viewedBy: { userIds: ['me'] } },
    });

    expect(data).toEqual({ list: { name: 'Founders', entries: null } });
    expect(errors).toEqual([
      {
        ...badInput({ path: ['filter', 'viewedBy', 'userIds', '0'], message: userIdRule }),
        path: ['list', 'entries'],
      },
    ]);
    expect(toolCalls).toEqual([called('lists_get')]);
  });

  it('is rejected without a call: an empty id', async () => {
    const { data, errors, toolCalls } = await graph.execute(EmptyIdDocument, {});

    expect(data).toEqual({ signal: null, cities: { totalCount: 0 } });
    expect(errors).toMatchObject([{ path: ['signal'], extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(toolCalls).toEqual([called('cities_list')]);
  });
});
