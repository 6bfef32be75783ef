import { buildSubgraphSchema } from '@apollo/subgraph';
import { parse } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { type Served, serveGraph } from '../support/graph/served-graph.ts';

/** A neighbouring subgraph of the company: deals that refer to signals, and its own fields on `Signal`. */
export const crmTypeDefs = parse(/* GraphQL */ `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable"])

  type Query {
    deals(first: Int = 10, filter: DealFilter): DealConnection!
  }

  # Composers cut inputs of one name to their common fields. Neighbours often use these names.
  input DealFilter {
    owner: ActorFilter
    title: NameFilter
    closed: DateRange
    opened: DateTimeRange
    found: DiscoveredFilter
  }

  input ActorFilter {
    viewer: Boolean
  }

  input NameFilter {
    in: [String!]
  }

  input DateRange {
    start: String
  }

  input DateTimeRange {
    from: String
  }

  input DiscoveredFilter {
    withinDays: Int
  }

  type DealConnection {
    nodes: [Deal!]!
    pageInfo: PageInfo!
  }

  type PageInfo @shareable {
    hasNextPage: Boolean!
    hasPreviousPage: Boolean!
    startCursor: String
    endCursor: String
  }

  type Deal @key(fields: "id") {
    id: ID!
    title: String!
    signal: Signal
    company: Company
    institution: EducationInstitution
    entry: ListEntry
    list: List
    search: SavedSearch
    notes: [String!]!
  }

  type Signal @key(fields: "id") {
    id: ID!
    deals: [Deal!]!
  }

  type Company @key(fields: "id", resolvable: false) {
    id: ID!
  }

  type EducationInstitution @key(fields: "id", resolvable: false) {
    id: ID!
  }

  type List @key(fields: "id", resolvable: false) {
    id: ID!
  }

  type ListEntry @key(fields: "id list { id }", resolvable: false) {
    id: ID!
    list: List!
  }

  type SavedSearch @key(fields: "id", resolvable: false) {
    id: ID!
  }

  type TalentUser @key(fields: "id") {
    id: ID!
    quota: Int
  }
`);

interface Deal {
  id: string;
  title: string;
  signal: { id: string } | null;
  company?: { id: string };
  institution?: { id: string };
  entry?: { id: string; list: { id: string } };
  list?: { id: string };
  search?: { id: string };
  notes: string[];
}

const deals: Deal[] = [
  {
    id: 'deal_1',
    title: 'Seed round',
    signal: { id: 'sig_1' },
    company: { id: 'exe_mill' },
    institution: { id: 'ede_north' },
    entry: { id: 'ent_1', list: { id: 'lst_founders' } },
    list: { id: 'lst_boards' },
    search: { id: 'sch_top' },
    notes: ['Met twice'],
  },
  { id: 'deal_2', title: 'Bridge', signal: { id: 'sig_2' }, notes: [] },
  { id: 'deal_3', title: 'Second seed', signal: { id: 'sig_1' }, notes: ['Same person as the first'] },
  { id: 'deal_4', title: 'Lost track', signal: { id: 'sig_gone' }, notes: [] },
];

const schema = buildSubgraphSchema({
  typeDefs: crmTypeDefs,
  resolvers: {
    Query: {
      deals: (_: unknown, { first }: { first: number }) => ({
        nodes: deals.slice(0, first),
        pageInfo: {
          hasNextPage: first < deals.length,
          hasPreviousPage: false,
          startCursor: null,
          endCursor: null,
        },
      }),
    },
    TalentUser: { quota: ({ id }: { id: string }) => (id === 'usr_demo' ? 12 : null) },
    Signal: { deals: ({ id }: { id: string }) => deals.filter(({ signal }) => signal?.id === id) },
  },
});

export function serveCrmSubgraph(): Promise<Served> {
  const yoga = createYoga({ schema, logging: false, graphiql: false });
  return serveGraph((request) => yoga.fetch(request));
}
