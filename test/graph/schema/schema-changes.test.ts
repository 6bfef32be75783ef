import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { breakingChanges, reduceSchema, unlistedChanges } from './schema-changes.ts';

const released = await readFile(join(import.meta.dirname, 'released-schema.graphql'), 'utf8');
const current = await readFile('schema.graphql', 'utf8');
const changelog = await readFile('CHANGELOG.md', 'utf8');

const before = `
  type Query { list(id: ID!): List  lists: [List!]  found: Found }
  type List @key(fields: "id") { id: ID!  name: String!  state: State }
  enum State { OPEN }
  input ListFilter { name: String }
  union Found = List
`;

/** Title, a replacement in the schema above, and the code by which a changelog names the change. */
const breaking: [change: string, from: string, to: string, named: string][] = [
  ['a removed field', ' state: State', '', '`List.state`'],
  ['a type that can be null', 'name: String!', 'name: String', '`List.name`'],
  ['a required argument', 'list(id: ID!)', 'list(id: ID!, at: ID!)', '`Query.list.at`'],
  ['an argument of another type', 'list(id: ID!)', 'list(id: Int!)', '`Query.list.id`'],
  ['a removed type', 'input ListFilter { name: String }', '', '`ListFilter`'],
  ['a new enum value', 'OPEN', 'OPEN CLOSED', '`State.CLOSED`'],
  ['a new member of a union', 'Found = List', 'Found = List | Query', '`Found` and `Query`'],
  ['a key that does not resolve', '@key(fields: "id")', '@key(fields: "id", resolvable: false)', '`List`'],
  ['a key of other fields', '@key(fields: "id")', '@key(fields: "id name")', '`List`'],
  ['a removed key', '@key(fields: "id")', '', '`List`'],
];

const harmless: [change: string, from: string, to: string][] = [
  ['a new field', 'state: State', 'state: State size: Int'],
  ['an optional argument', 'list(id: ID!)', 'list(id: ID!, at: ID)'],
  ['a value that is never null', 'lists: [List!]', 'lists: [List!]!'],
  ['a new type', 'enum State', 'enum Kind { A B } union Both = List | Query enum State'],
  ['a new key', '@key(fields: "id")', '@key(fields: "id") @key(fields: "name")'],
  ['a description', 'type List', '"A list." type List'],
  ['a cost', 'state: State', 'state: State @cost(weight: 10)'],
];

const unreleased = (entry: string) => `# Changelog\n\n## [Unreleased]\n\n- ${entry}\n\n## [1.0.0]\n\n- \`List.id\`\n`;

describe('breaking changes of the schema', () => {
  it.each(breaking)('must be listed in the changelog: %s', async (_change, from, to, named) => {
    const changes = await breakingChanges(before, before.replace(from, to));

    expect(changes).toHaveLength(1);
    expect(unlistedChanges(changes, unreleased('Many changes.'))).toEqual(changes);
    expect(unlistedChanges(changes, unreleased(`Handle ${named}.`))).toEqual([]);
    expect(unlistedChanges(changes, `${unreleased('Many changes.')}- ${named}\n`)).toEqual(changes);
  });

  it.each(harmless)('do not include %s', async (_change, from, to) => {
    expect(before).toContain(from);
    expect(await breakingChanges(before, before.replace(from, to))).toEqual([]);
  });

  it('are listed with all fields of a renamed type if both names are', async () => {
    const changes = await breakingChanges(before, before.replaceAll('State', 'ListState'));

    expect(changes.map(({ names }) => names)).toEqual([[['State']], [['List.state'], ['State', 'ListState']]]);
    expect(unlistedChanges(changes, unreleased('`State` is now `ListState`.'))).toEqual([]);
    expect(unlistedChanges(changes, unreleased('`State` is gone.'))).toHaveLength(1);
  });

  it('since the last release are all listed', async () => {
    const changes = await breakingChanges(released, current);

    expect(unlistedChanges(changes, changelog)).toEqual([]);
    const shorter = changelog.replaceAll('`List.isPrivate`', 'a field').replaceAll('`ConnectorStatus.FORBIDDEN`', '');
    expect(unlistedChanges(changes, shorter).map(({ names }) => names.flat())).toEqual([
      ['ConnectorStatus.FORBIDDEN'],
      ['List.isPrivate'],
    ]);
  });

  it('are found in the stored form of a schema as well', async () => {
    expect(reduceSchema(released)).toBe(released);
    expect(await breakingChanges(current, reduceSchema(current))).toEqual([]);
  });
});
