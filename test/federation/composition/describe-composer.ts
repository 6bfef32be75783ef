import { GraphQLObjectType, type GraphQLSchema, isInputObjectType, parse, print } from 'graphql';
import { describe, expect, it } from 'vitest';
import { addRequiredScopes } from '../../../src/graph/federation/gateway-directives.ts';
import { prefixDocument } from '../../../src/graph/prefix/prefixed-document.ts';
import { createPrefixedNames } from '../../../src/graph/prefix/prefixed-name.ts';
import { printSchema } from '../../../src/graph/print-schema.ts';
import { schema, schemaWithPrefix } from '../../../src/graph/schema.ts';
import { crmTypeDefs } from '../crm-subgraph.ts';
import { hostile } from './company-graph.ts';
import type { Composer, Service } from './composer.ts';
import { equalInputs, friendly } from './neighbours.ts';
import { membersOf } from './schema-members.ts';

const names = createPrefixedNames(schema, 'Deal');

/** Our subgraph, whose types and root fields have this prefix; it may be empty. */
const ours = (prefix: string): Service => ({ name: 'graph', typeDefs: parse(printSchema(prefix)) });

/** Makes neighbours, which are other subgraphs, refer to our types by their prefixed names. */
const withPrefix = (services: Service[]): Service[] =>
  services.map(({ name, typeDefs }) => ({ name, typeDefs: parse(prefixDocument(print(typeDefs), names)) }));

function fieldsOf(supergraph: GraphQLSchema | undefined, name: string): string[] {
  const type = supergraph?.getType(name);
  return type instanceof GraphQLObjectType ? Object.keys(type.getFields()) : [];
}

const withCrm: Service[] = [
  { name: 'talent', typeDefs: parse(printSchema()) },
  { name: 'crm', typeDefs: crmTypeDefs },
];

/** What the tag `personal-data` hides. */
export const personalData = [
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

/** False for what composers add, such as `join__Graph` and the scalar of scopes. */
const isOurs = (member: string) => !/^\w+__|^openfed/.test(member);

/** What every composer must do with our subgraph. */
export function describeComposer({ name: composer, compose, composeWithout }: Composer): void {
  describe(`composed by ${composer}`, () => {
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

  describe(`a contract composed by ${composer}`, () => {
    const all = membersOf(composeWithout(withCrm, ['unused']));
    const hiddenBy = (tag: string) => {
      const visible = new Set(membersOf(composeWithout(withCrm, [tag])));
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

  describe(`the schema of schema:print -- --scopes, composed by ${composer}`, () => {
    it('has the same members as without scopes', () => {
      const composeWith = (sdl: string) =>
        compose([
          { name: 'talent', typeDefs: parse(sdl) },
          { name: 'crm', typeDefs: crmTypeDefs },
        ]);
      const { errors, supergraph } = composeWith(addRequiredScopes(printSchema(), schema));
      const plain = composeWith(printSchema()).supergraph;

      expect(errors).toEqual([]);
      expect(supergraph && membersOf(supergraph).filter(isOurs)).toEqual(plain && membersOf(plain).filter(isOurs));
    });
  });
}
