import { readFile } from 'node:fs/promises';
import { composeServices as composeWithApollo } from '@apollo/composition';
import { composeServices as composeWithGuild } from '@theguild/federation-composition';
import { buildSchema, type GraphQLNamedType, GraphQLObjectType, isInputObjectType, parse, print } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../src/graph/schema.ts';
import { ask } from '../support/graph/served-graph.ts';
import { crmTypeDefs } from './crm-subgraph.ts';
import { serveTalentSubgraph, type TalentSubgraph } from './talent-subgraph.ts';

const schemaFile = await readFile('schema.graphql', 'utf8');

const services = [
  { name: 'talent', url: 'http://talent.test/graphql', typeDefs: parse(schemaFile) },
  { name: 'crm', url: 'http://crm.test/graphql', typeDefs: crmTypeDefs },
];

describe('the subgraph', () => {
  let talent: TalentSubgraph;
  beforeAll(async () => {
    talent = await serveTalentSubgraph();
  });
  afterAll(() => talent.close());

  it('returns schema.graphql for _service', async () => {
    const { data } = await ask(talent.url, '{ _service { sdl } }');
    expect(data).toEqual({ _service: { sdl: schemaFile.trimEnd() } });
  });
});

describe.each([
  ['@theguild/federation-composition', composeWithGuild],
  ['@apollo/composition', composeWithApollo],
])('composed with a neighbour by %s', (_, compose) => {
  const { supergraphSdl = '', errors } = compose(services);

  it('has no conflicts', () => {
    expect(errors).toBeUndefined();
  });

  it('merges the fields of both subgraphs into one Signal', () => {
    const signal = buildSchema(supergraphSdl).getType('Signal');
    const fields = signal instanceof GraphQLObjectType ? signal.getFields() : {};
    expect([fields['deals']?.type.toString(), fields['fullName']?.type.toString()]).toEqual(['[Deal!]!', 'String']);
  });

  it('keeps all fields of our inputs next to a neighbour with inputs of generic names', () => {
    const supergraph = buildSchema(supergraphSdl);
    const ours = Object.values(schema.getTypeMap()).filter(isInputObjectType);
    const fieldsIn = (type: GraphQLNamedType | undefined) =>
      isInputObjectType(type) ? Object.keys(type.getFields()).toSorted() : [];

    expect(ours.map(({ name }) => [name, fieldsIn(supergraph.getType(name))])).toEqual(
      ours.map((type) => [type.name, fieldsIn(type)]),
    );
    expect(fieldsIn(supergraph.getType('SignalNameFilter'))).toEqual(['in', 'notIn']);
  });

  it('shares PageInfo between the subgraphs', () => {
    const pageInfo = parse(supergraphSdl).definitions.find(
      (definition) => 'name' in definition && definition.name?.value === 'PageInfo',
    );
    expect(pageInfo && print(pageInfo)).toContain('@join__type(graph: TALENT)');
    expect(pageInfo && print(pageInfo)).toContain('@join__type(graph: CRM)');
  });
});
