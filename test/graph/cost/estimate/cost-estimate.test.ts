import { describe, expect, it } from 'vitest';
import { assumedSizes } from '../../../../src/operation/cost/list-sizes.ts';
import { costOf, estimated } from './estimated.ts';

const page = (first: number | string) => `signals(first: ${first}) { nodes { id } }`;

/** The cost of a page: its connection, its nodes and one call. */
const pageCost = (first: number) => ({ cost: first + 11, objects: first + 1, calls: { signals_list: 1 } });

const range = (length: number) => Array.from({ length }, (_, index) => index);

describe('the estimated objects of an operation', () => {
  it.each([
    ['a literal', `{ ${page(40)} }`, {}],
    ['a variable', `query ($first: Int) { ${page('$first')} }`, { first: 40 }],
    ['the default of a variable', `query ($first: Int = 40) { ${page('$first')} }`, {}],
  ])('take the size of a page from %s', (_, document, variables) => {
    expect(costOf(document, { variables })).toEqual(pageCost(40));
  });

  it.each([
    ['omitted', '{ signals { nodes { id } } }', {}],
    ['null', `{ ${page('null')} }`, {}],
    ['a variable without a value', `query ($first: Int) { ${page('$first')} }`, {}],
    ['a variable that is null', `query ($first: Int = 40) { ${page('$first')} }`, { first: null }],
  ])('take the size of a page from the schema if `first` is %s', (_, document, variables) => {
    expect(costOf(document, { variables })).toEqual(pageCost(25));
  });

  it.each([0, -1, 101, 2_000_000_000])('are none for a page that fails because `first` is %s', (first) => {
    expect(costOf(`{ ${page(first)} }`)).toEqual({ cost: 1, objects: 1, calls: {} });
  });

  it('allow 1,000 segments of a transcript', () => {
    const ofActivity = (first: number) =>
      costOf(
        `{ activity(id: "00000000-0000-4000-8000-000000000001") { transcript { segments(first: ${first}) { nodes { index } } } } }`,
      );
    expect(ofActivity(1000)).toEqual({ cost: 1013, objects: 1003, calls: { transcript_get: 1 } });
    expect(ofActivity(1001)).toEqual({ cost: 13, objects: 3, calls: { transcript_get: 1 } });
  });

  it('are none for scalars, __typename and excluded fields', () => {
    expect(costOf('{ __typename }')).toEqual({ cost: 0, objects: 0, calls: {} });
    const document =
      'query ($with: Boolean = false) { signals(first: 9) @include(if: $with) { nodes { id } } lists @skip(if: true) { id } }';
    expect(costOf(document)).toEqual({ cost: 0, objects: 0, calls: {} });
    expect(costOf(document, { variables: { with: true } })).toEqual(pageCost(9));
  });

  it('cost something for long texts, which are no objects', () => {
    const document = '{ activities(first: 10) { nodes { transcript { a: document b: document(format: SRT) } } } }';
    expect(costOf(document)).toEqual({
      cost: 21 + 10 * 2 * 6 + 10 * 11,
      objects: 21,
      calls: { activities_list: 1, transcript_get: 10 },
    });
    expect(estimated(document)?.paths(9)).toContainEqual(
      expect.objectContaining({ path: 'activities.nodes.transcript.a', objects: 0, cost: 60, toolCalls: [] }),
    );
  });

  it('are 1,000 for each introspection field', () => {
    expect(costOf('{ a: __schema { types { name } } __type(name: "Signal") { name } }')).toMatchObject({ cost: 2000 });
    expect(costOf('{ _service { a: sdl b: sdl } }')).toMatchObject({ cost: 2001 });
  });

  it('multiply through nested lists', () => {
    const document =
      '{ signals(first: 10) { edges { node { experiences { title } taggings { tag } } } pageInfo { endCursor } } }';
    expect(costOf(document)?.objects).toBe(
      1 + 1 + 10 + 10 + 10 * (assumedSizes['Signal.experiences'] + assumedSizes['Signal.taggings']),
    );
  });

  it('count each alias, and a field that is selected twice once', () => {
    expect(costOf(`{ ${page(5)} ${page(5)} }`)).toEqual(pageCost(5));
    expect(costOf(`{ ${page(5)} other: ${page(5)} }`)).toMatchObject({ cost: 2 * pageCost(5).cost });
    const aliases = range(200).map((index) => `a${index}: ${page(100)}`);
    expect(costOf(`{ ${aliases.join(' ')} }`)?.cost).toBe(200 * 101 + 10 * 200);
  });

  it('merge the selections of one field', () => {
    const document = `{ signals(first: 3) { ...A nodes { experiences { title } } } } fragment A on SignalConnection { nodes { experiences { location } id } }`;
    expect(costOf(document)?.objects).toBe(1 + 3 + 3 * assumedSizes['Signal.experiences']);
  });

  it('count the most expensive type of an interface and of a union', () => {
    const activity = 'activity(id: "00000000-0000-4000-8000-000000000001")';
    const moments = assumedSizes['Activity.moments'];
    const document = `{ ${activity} { moments { text ... on Question { participant { id } activity { id } } ... on TopicMatch { participant { id } } } } }`;
    expect(costOf(document)?.objects).toBe(1 + moments * (1 + 2));

    const result =
      '... on CreateListSuccess { list { id entries(first: 10) { nodes { id } } } } ... on Problem { message }';
    expect(costOf(`mutation { createList(input: { name: "a" }) { ${result} } }`)).toEqual({
      cost: 13 + 10 * 2,
      objects: 13,
      calls: { lists_create: 1, list_entries_list: 1 },
    });
  });

  it('count the results of a mutation of many objects', () => {
    const variables = { ids: range(30).map(String) };
    const document =
      'mutation ($ids: [ID!]!) { addSignalsToList(listId: "1", signalIds: $ids) { ... on AddSignalToListSuccess { entry { id } } } }';
    expect(costOf(document, { variables })).toEqual({ cost: 360, objects: 60, calls: { list_entries_create: 30 } });
  });

  it('count references of `_entities` by their type', () => {
    const signals = range(100).map((index) => ({ __typename: 'Signal', id: `sig_${index}` }));
    const companies = range(898).map((index) => ({ __typename: 'Company', id: `exe_${index}` }));
    const representations = [...signals, ...companies, { __typename: 'Unknown' }, { __typename: 'Query' }];
    const document =
      'query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on Signal { taggings { tag } } ... on Company { name } } }';
    expect(costOf(document, { variables: { representations } })).toEqual({
      cost: 998 + 100 * assumedSizes['Signal.taggings'] + 10 * (100 + 9),
      objects: 998 + 100 * assumedSizes['Signal.taggings'],
      calls: { signals_get: 100, companies_list: 9 },
    });
  });

  it('are estimated for the chosen operation only', () => {
    const document = `query Small { ${page(1)} } query Large { ${page(100)} }`;
    expect(costOf(document, { operationName: 'Small' })).toEqual(pageCost(1));
    expect(costOf(document, { operationName: 'Large' })).toEqual(pageCost(100));
    expect(costOf(document)).toBeUndefined();
  });

  it('leave out root fields without a scope', () => {
    expect(costOf(`{ ${page(5)} users { id } }`, { scopes: new Set(['talent:read']) })).toEqual(pageCost(5));
  });

  it('are not estimated if a variable or a condition is invalid', () => {
    expect(costOf(`query ($first: Int) { ${page('$first')} }`, { variables: { first: 'many' } })).toBeUndefined();
    const document = 'query ($with: Boolean = true) { signals @include(if: $with) { nodes { id } } }';
    expect(costOf(document, { variables: { with: null } })).toBeUndefined();
  });
});

describe('the estimated tool calls of an operation', () => {
  it('count a batch once, and a lookup once for each full batch', () => {
    const document = '{ signals(first: 100) { nodes { lists { name } experiences { company { name } } } } }';
    const companies = Math.ceil((100 * assumedSizes['Signal.experiences']) / 100);
    expect(costOf(document)?.calls).toEqual({
      signals_list: 1,
      signals_entries: 100,
      lists_list: 1,
      companies_list: companies,
    });
  });

  it('count an output once for fields of one object that share it', () => {
    const document = '{ activities(first: 10) { nodes { questions { text } moments(kinds: [QUESTION]) { text } } } }';
    expect(costOf(document)?.calls).toEqual({ activities_list: 1, questions_get: 10 });
  });

  it.each([
    ['', { transcript_get: 2, questions_get: 2, topic_triggers_matched_get: 2 }, 68],
    ['(kinds: [COMMENT])', { comments_list: 1 }, 3],
    ['(kinds: [ACTION_ITEM, COMMENT])', { action_items_get: 2, comments_list: 1 }, 8],
  ])('count the calls and the moments of the selected kinds: %s', (selected, calls, moments) => {
    const document = `{ activities(first: 2) { nodes { moments${selected} { text } } } }`;
    expect(costOf(document)).toMatchObject({ calls: { activities_list: 1, ...calls }, objects: 3 + 2 * moments });
  });

  it('count the scan for the author of a comment, unless a page has loaded the activity', () => {
    const moments = 'moments(kinds: [COMMENT]) { participant { id } }';
    const activity = 'activity(id: "00000000-0000-4000-8000-000000000001")';
    expect(costOf(`{ ${activity} { ${moments} } }`)?.calls).toEqual({ comments_list: 1, activities_list: 5 });
    expect(costOf(`{ activities { nodes { ${moments} } } }`)?.calls).toEqual({ comments_list: 1, activities_list: 1 });
  });

  it('count each distinct key and each distinct period once', () => {
    const comments = (name: string, from: string) => `${name}: comments(period: { from: "${from}" }) { text }`;
    const document = `{
      a: signal(id: "sig_1") { id } b: signal(id: "sig_1") { id } c: signal(id: "sig_2") { id }
      ${comments('d', '2026-01-01T00:00:00Z')} ${comments('e', '2026-01-01T00:00:00Z')} ${comments('f', '2026-02-01T00:00:00Z')}
    }`;
    expect(costOf(document)?.calls).toEqual({ signals_get: 2, comments_list: 2 });
  });

  it('count the whole scan for an activity that may not exist, unless a page around it has loaded it', () => {
    const activity = 'activity(id: "00000000-0000-4000-8000-000000000001")';
    const names = '{ transcript { speakers { participant { name } } } }';
    expect(costOf(`{ ${activity} { startedAt } }`)).toEqual({ cost: 51, objects: 1, calls: { activities_list: 5 } });
    expect(costOf(`{ ${activity} { startedAt host { name } } other: ${activity} ${names} }`)?.calls).toEqual({
      activities_list: 5,
      users_list: 1,
      transcript_get: 1,
    });
    expect(costOf(`{ activities(first: 10) { nodes ${names} } }`)?.calls).toEqual({
      activities_list: 1,
      transcript_get: 10,
    });
    expect(costOf(`{ activities(first: 10) { totalCount nodes ${names} } ${activity} { title } }`)?.calls).toEqual({
      activities_list: 1 + 5,
      transcript_get: 10,
    });
  });

  it.each([
    ['without a period', '', 1],
    ['of 180 days', '(filter: { occurred: { from: "2024-01-01T00:00:00Z", to: "2024-06-29T00:00:00Z" } })', 1],
    [
      'that starts within a second',
      '(filter: { occurred: { from: "2024-01-01T00:00:00.5Z", to: "2024-06-01T00:00:00Z" } })',
      2,
    ],
    ['of 181 days', '(filter: { occurred: { from: "2024-01-01T00:00:00Z", to: "2024-06-30T00:00:00Z" } })', 2],
    ['without a start', '(filter: { occurred: { to: "2024-06-30T00:00:00Z" } })', 1],
    [
      'of two years of changes',
      '(filter: { updated: { from: "2022-01-01T00:00:00Z", to: "2024-01-01T00:00:00Z" } })',
      5,
    ],
    [
      'whose start is after its end',
      '(filter: { occurred: { from: "2024-01-01T00:00:00Z", to: "2023-01-01T00:00:00Z" } })',
      1,
    ],
  ])('count each window of a page of activities %s', (_, args, calls) => {
    expect(costOf(`{ activities${args} { totalCount } }`)?.calls).toEqual({ activities_list: calls });
  });

  it.each([
    ['activities(filter: { title: "x" }) { totalCount }', 1 + 9],
    ['activities(filter: { title: "x" }, after: "x") { totalCount }', 1 + 10],
    ['activities(filter: { hostIds: [] }) { totalCount }', 0],
    ['users { activities { totalCount } }', 1 + 9],
  ])('count the ten calls of a page that is compared with a filter: %s', (field, calls) => {
    expect(costOf(`{ ${field} }`)?.calls['activities_list'] ?? 0).toBe(calls);
  });

  it('share no batch between mutations', () => {
    const change = (name: string) =>
      `${name}: markSignalViewed(id: "sig_1") { ... on MarkSignalViewedSuccess { signal { lists { name } } } }`;
    expect(costOf(`mutation { ${change('a')} ${change('b')} }`)?.calls).toEqual({
      signal_mark_viewed: 2,
      signals_entries: 2,
      lists_list: 2,
    });
  });

  it('cost nothing beyond the budget of 200', () => {
    const document =
      '{ activities(first: 100) { nodes { summary { content } transcript { durationMs } questions { text } } } }';
    const estimate = costOf(document);
    expect(estimate?.calls).toMatchObject({ summary_get: 100, transcript_get: 100, questions_get: 100 });
    expect(estimate?.cost).toBe((estimate?.objects ?? 0) + 10 * 200);
  });
});
