import { readFile } from 'node:fs/promises';
import { composeServices as composeWithApollo } from '@apollo/composition';
import { applyTagFilterOnSubgraphs, composeSchemaContract } from '@theguild/federation-composition';
import { federateSubgraphsContract } from '@wundergraph/composition';
import { buildSchema, type GraphQLSchema, isScalarType, isSpecifiedScalarType, Kind, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graph/schema.ts';
import { membersOf } from './composition/schema-members.ts';
import { crmTypeDefs } from './crm-subgraph.ts';

const typeDefs = parse(await readFile('schema.graphql', 'utf8'));
const services = [
  { name: 'talent', url: 'http://talent.test/graphql', typeDefs },
  { name: 'crm', url: 'http://crm.test/graphql', typeDefs: crmTypeDefs },
];

/** Composes a contract that leaves out elements with one of the tags; returns the schema that its clients see. */
const composers: [name: string, composeWithout: (tags: string[]) => GraphQLSchema][] = [
  [
    '@theguild/federation-composition',
    (tags) => {
      const { errors, publicSdl = '' } = composeSchemaContract(services, without(tags), false);
      expect(errors).toBeUndefined();
      return buildSchema(publicSdl);
    },
  ],
  [
    '@apollo/composition',
    (tags) => {
      const { errors, schema: supergraph } = composeWithApollo(applyTagFilterOnSubgraphs(services, without(tags)));
      if (!supergraph) throw new AggregateError(errors ?? []);
      return supergraph.toAPISchema().toGraphQLJSSchema();
    },
  ],
  [
    '@wundergraph/composition',
    (tags) => {
      const result = federateSubgraphsContract({
        subgraphs: services.map(({ name, url, typeDefs: definitions }) => ({ name, url, definitions })),
        contractTagOptions: { tagNamesToExclude: new Set(tags), tagNamesToInclude: new Set() },
      });
      if (!result.success) throw new AggregateError(result.errors);
      return result.federatedGraphClientSchema;
    },
  ],
];

const without = (tags: string[]) => ({ include: new Set<string>(), exclude: new Set(tags) });

const personalData = [
  'ActivityFilter.participantEmails',
  'ConversationEvent.recipients',
  'Mutation.uploadActivity',
  'Participant.email',
  'Participant.phone',
  'Signal.linkedinId',
  'Signal.linkedinUrl',
  'TalentUser.email',
  'UploadActivityInput',
  'User.email',
];

describe.each(composers)('a contract composed by %s', (_, composeWithout) => {
  const all = membersOf(composeWithout(['unused']));
  const hiddenBy = (tag: string) => {
    const visible = new Set(membersOf(composeWithout([tag])));
    return [...new Set(all.filter((member) => !visible.has(member)).map((member) => member.replace(/[:(].*/, '')))];
  };

  it('hides the personal data and nothing else', () => {
    const hidden = hiddenBy('personal-data').filter((name) => !name.startsWith('UploadActivityInput.'));
    expect(hidden).toEqual(personalData);
  });

  it('hides the root fields for Relay and nothing else', () => {
    expect(hiddenBy('relay')).toEqual(
      ['Activity', 'Company', 'List', 'SavedSearch', 'Signal', 'User'].map((name) => `Query.fetch__${name}`),
    );
  });
});

describe('the schema', () => {
  const types = Object.values(schema.getTypeMap());

  it('tags every field whose name or type says that it contains an address, number or profile of a person', () => {
    const suspects = types
      .filter(({ name }) => !name.startsWith('_'))
      .flatMap((type) => ('getFields' in type ? Object.values(type.getFields()).map((field) => ({ type, field })) : []))
      .filter(
        ({ field }) => String(field.type).includes('EmailAddress') || /phone|linkedin(?:id|url)/i.test(field.name),
      );

    expect(suspects.map(({ type, field }) => `${type.name}.${field.name}`).toSorted()).toEqual(
      [
        ...personalData.filter((name) => /email|phone|linkedin|recipients/i.test(name)),
        'UploadActivityInput.hostUserEmail',
      ].toSorted(),
    );
  });

  it('specifies every custom scalar except the opaque cursor', () => {
    const scalars = types.filter(isScalarType).filter((type) => !isSpecifiedScalarType(type) && type.name !== '_Any');

    expect(scalars.filter(({ specifiedByURL }) => !specifiedByURL).map(({ name }) => name)).toEqual(['EventCursor']);
    const printed = typeDefs.definitions.flatMap((definition) =>
      definition.kind === Kind.SCALAR_TYPE_DEFINITION &&
      definition.directives?.some(({ name }) => name.value === 'specifiedBy')
        ? [definition.name.value]
        : [],
    );
    expect([...printed, 'EventCursor'].toSorted()).toEqual(scalars.map(({ name }) => name).toSorted());
  });
});
