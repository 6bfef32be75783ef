import { readFile } from 'node:fs/promises';
import { buildSchema, GraphQLObjectType, type GraphQLSchema, isInputObjectType, parse, print } from 'graphql';
import { describe, expect, it } from 'vitest';
import { prefixDocument } from '../../../src/graph/prefix/prefixed-document.ts';
import { createPrefixedNames } from '../../../src/graph/prefix/prefixed-name.ts';
import { printSchema } from '../../../src/graph/print-schema.ts';
import { schema, schemaWithPrefix } from '../../../src/graph/schema.ts';
import { ask } from '../../support/graph/served-graph.ts';
import { serveTalentSubgraph } from '../talent-subgraph.ts';
import { composers, type Service } from './composers.ts';
import { hostile } from './company-graph.ts';
import { equalInputs, friendly } from './neighbours.ts';
import { membersOf } from './schema-members.ts';
import { useResource } from '../../support/resource.ts';

const schemaFile = await readFile('schema.graphql', 'utf8');

describe('the subgraph', () => {
  const talent = useResource(serveTalentSubgraph);

  it('returns schema.graphql for _service', async () => {
    const { data } = await ask(talent.url, '{ _service { sdl } }');
    expect(data).toEqual({ _service: { sdl: schemaFile.trimEnd() } });
  });
});

const names = createPrefixedNames(schema, 'Deal');

/** Our subgraph with a prefix, or without one if it is empty. */
const ours = (prefix: string): Service => ({ name: 'graph', typeDefs: parse(printSchema(prefix)) });

/** Neighbours that refer to our types by their names with the prefix. */
const withPrefix = (services: Service[]): Service[] =>
  services.map(({ name, typeDefs }) => ({ name, typeDefs: parse(prefixDocument(print(typeDefs), names)) }));

function fieldsOf(supergraph: GraphQLSchema | undefined, name: string): string[] {
  const type = supergraph?.getType(name);
  return type instanceof GraphQLObjectType ? Object.keys(type.getFields()) : [];
}

describe.each(composers)('composed by $name', ({ compose }) => {
  /** The errors, and what the supergraph lacks of our schema. */
  function compared(prefix: string, neighbours: Service[]) {
    const { errors, supergraph } = compose([ours(prefix), ...neighbours]);
    const found = new Set(supergraph ? membersOf(supergraph) : []);
    const lost = supergraph ? membersOf(schemaWithPrefix(prefix)).filter((member) => !found.has(member)) : [];
    return { errors, lost };
  }

  it.each([
    ['alone', '', []],
    ['with friendly neighbours', '', friendly],
    ['alone with a prefix', 'Deal', []],
    ['with friendly neighbours and a prefix', 'Deal', withPrefix(friendly)],
    ['with a hostile company graph and a prefix', 'Deal', hostile],
    ['with a neighbour that has inputs of the same names, and a prefix', 'Deal', equalInputs],
  ])('has no errors and loses no field %s', (_, prefix, neighbours) => {
    expect(compared(prefix, neighbours)).toEqual({ errors: [], lost: [] });
  });

  it('keeps the `viewer` of a hostile company graph beside ours with a prefix', () => {
    const { supergraph } = compose([ours('Deal'), ...hostile]);
    expect(String(supergraph?.getQueryType()?.getFields()['viewer']?.type)).toBe('Viewer');
    expect(String(supergraph?.getQueryType()?.getFields()['dealViewer']?.type)).toBe('DealViewer!');
    expect(fieldsOf(supergraph, 'Viewer')).toEqual(['login', 'identifier', 'scopes', 'user', 'organization']);
  });

  it('has errors with a hostile company graph and no prefix', () => {
    expect(compared('', hostile).errors.length).toBeGreaterThan(20);
  });

  it('loses input fields without an error if a neighbour has inputs of the same names and there is no prefix', () => {
    const { errors, lost } = compared('', equalInputs);
    expect(errors).toEqual([]);
    expect(lost).toContain('UpdateSavedSearchInput.filter: SignalFilter');
    expect(lost).toContain('SignalFilter.types: [SignalType!]');
  });

  it('lets neighbours return our entities and add fields to them', () => {
    const { supergraph } = compose([ours(''), ...friendly]);
    expect(fieldsOf(supergraph, 'Signal')).toEqual(expect.arrayContaining(['deals', 'fullName']));
    expect(fieldsOf(supergraph, 'Alert')).toEqual(['id', 'activity', 'webhook', 'owner']);
  });

  it('keeps the fields of a neighbour whose inputs have generic names', () => {
    const filter = compose([ours(''), ...friendly]).supergraph?.getType('NameFilter');
    expect(isInputObjectType(filter) ? Object.keys(filter.getFields()) : []).toEqual(['in']);
  });
});

describe('the comparison of members', () => {
  it('finds a lost input field, argument, enum value, union member and interface', () => {
    const complete = `
      type Query { a(first: Int, after: ID): A b(in: I): U }
      interface N { id: ID }
      type A implements N { id: ID }
      type B { id: ID }
      union U = A | B
      enum E { X Y }
      input I { e: E f: Int }
    `;
    const reduced = complete
      .replace(', after: ID', '')
      .replace('implements N ', '')
      .replace('= A | B', '= A')
      .replace('X Y', 'X')
      .replace(' f: Int', '');
    const found = new Set(membersOf(buildSchema(reduced)));
    expect(membersOf(buildSchema(complete)).filter((member) => !found.has(member))).toEqual([
      'A implements N',
      'E.Y',
      'I.f: Int',
      'Query.a(after: ID)',
      'U = B',
    ]);
  });
});
