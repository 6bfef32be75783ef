import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { prefixDocument, prefixVariables } from '../../../src/graph/prefix/prefixed-document.ts';
import { createPrefixedNames } from '../../../src/graph/prefix/prefixed-name.ts';
import { printSchema } from '../../../src/graph/print-schema.ts';
import { schema } from '../../../src/graph/schema.ts';
import { typePrefix } from '../../../src/tools/rules/field-rules.ts';
import { inputIssues } from '../../../src/tools/rules/input-issues.ts';

const rule = 'must be a capital letter and at most 29 more letters or digits, such as Deal';
const deal = createPrefixedNames(schema, 'Deal');

describe('names with a prefix', () => {
  it.each(['Query', 'PageInfo', 'Date', 'DateTime', 'EmailAddress', 'JSON', 'URL', 'ID', '_Any', '_Entity', 'Unknown'])(
    'keep the type %s',
    (name) => {
      expect(deal.type(name)).toBe(name);
    },
  );

  it.each([
    ['Signal', 'DealSignal'],
    ['SignalFilter', 'DealSignalFilter'],
    ['SignalType', 'DealSignalType'],
    ['Problem', 'DealProblem'],
    ['CreateListResult', 'DealCreateListResult'],
    ['EventCursor', 'DealEventCursor'],
  ])('rename the type %s', (name, renamed) => {
    expect(deal.type(name)).toBe(renamed);
  });

  it.each([
    ['Deal', 'dealSignals'],
    ['D', 'dSignals'],
    ['HR', 'hrSignals'],
    ['HRData', 'hrDataSignals'],
    ['Team2', 'team2Signals'],
    ['', 'signals'],
  ])('begin root fields with %s in small letters', (prefix, renamed) => {
    expect(createPrefixedNames(schema, prefix).rootField('signals')).toBe(renamed);
  });

  it('keep the root fields of federation', () => {
    expect(['_entities', '_service'].map(deal.rootField)).toEqual(['_entities', '_service']);
  });

  it('follow the names of types in the fields with which Relay loads objects again', () => {
    expect(deal.rootField('fetch__Signal')).toBe('fetch__DealSignal');
  });

  it('are renamed in descriptions, but not the fields and words that are equal to them', () => {
    const text =
      'Returns a NotFoundProblem. List the `lists` of `Query.lists` as `... on List { name }` or `createList`.';
    expect(deal.description(text)).toBe(
      'Returns a DealNotFoundProblem. List the `lists` of `Query.dealLists` as `... on DealList { name }` or `dealCreateList`.',
    );
    expect(deal.description('A LinkedIn address of `SignalFilter.cities`, `BSc` or `QUEUED`.')).toBe(
      'A LinkedIn address of `DealSignalFilter.cities`, `BSc` or `QUEUED`.',
    );
  });
});

describe('documents with a prefix', () => {
  it('rename types and root fields, also in fragments, and nothing else', () => {
    const operation = `# The signals of a page
query Signals($filter: SignalFilter, $first: Int) {
  page: signals(filter: $filter, first: $first) { nodes { ...Card lists { name } } }
  ... on Query { lists { __typename } }
  ...More
}
fragment Card on Signal { fullName signals: samePersonSignals { id } }
fragment More on Query { users { id } }`;
    expect(prefixDocument(operation, deal)).toBe(`# The signals of a page
query Signals($filter: DealSignalFilter, $first: Int) {
  page: dealSignals(filter: $filter, first: $first) { nodes { ...Card lists { name } } }
  ... on Query { dealLists { __typename } }
  ...More
}
fragment Card on DealSignal { fullName signals: samePersonSignals { id } }
fragment More on Query { dealUsers { id } }`);
  });

  it('rename the types of representations in variables', () => {
    const variables = '{ "representations": [{ "__typename": "Signal", "id": "Signal" }] }';
    expect(prefixVariables(variables, deal)).toBe(
      '{ "representations": [{ "__typename": "DealSignal", "id": "Signal" }] }',
    );
  });

  it('are the same with an empty prefix', () => {
    expect(printSchema('')).toBe(printSchema());
  });
});

describe('npm run schema:print -- --prefix', () => {
  const print = (prefix: string) =>
    promisify(execFile)(process.execPath, ['src/graph/print-schema.ts', '--prefix', prefix]);

  it('prints the schema', async () => {
    // Sorted, because field order depends on import order, which differs in this process.
    const linesOf = (text: string) => text.split('\n').toSorted();
    expect(linesOf((await print('Deal')).stdout)).toEqual(linesOf(printSchema('Deal')));
  });

  it('rejects an invalid prefix', async () => {
    await expect(print('deal')).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: `--prefix ${rule}; it is "deal".\n`,
    });
  });

  it.each(['deal', 'Deal-', '9Deals', '', 'Δeal', `D${'e'.repeat(30)}`])('does not take %j', (prefix) => {
    expect(inputIssues(typePrefix, prefix)).toEqual({ issues: [{ path: [], message: rule }] });
  });
});
