import { buildSubgraphSchema } from '@apollo/subgraph';
import { parse } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { listen, type Listener } from '../../src/http/listen.ts';

/** The schema of a small CRM, which adds deals to four entities of the graph. */
export const crmTypeDefs = parse(/* GraphQL */ `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])

  type Query {
    deals: [Deal!]!
  }

  type Deal @key(fields: "id") {
    id: ID!
    title: String!
    signal: Signal
    company: Company
    owner: User
    lastCall: Activity
  }

  type Signal @key(fields: "id") {
    id: ID!
    deals: [Deal!]!
  }

  type Company @key(fields: "id") {
    id: ID!
    deals: [Deal!]!
  }

  type User @key(fields: "id") {
    id: ID!
    deals: [Deal!]!
  }

  type Activity @key(fields: "id") {
    id: ID!
    deals: [Deal!]!
  }
`);

/** The ids are those of the demo data. */
const deals = [
  {
    id: 'deal_1',
    title: 'Seed round',
    signal: { id: 'sig_0586' },
    company: { id: 'exe_PLTR' },
    owner: { id: 'a3f3958d-092c-5688-b27d-b53b14a6c8eb' },
    lastCall: { id: '8cb7089c-16b2-5cd5-bb2b-bd2949112267' },
  },
  {
    id: 'deal_2',
    title: 'Advisory board',
    signal: { id: 'sig_0001' },
    company: { id: 'exe_MMM' },
    owner: { id: 'a3f3958d-092c-5688-b27d-b53b14a6c8eb' },
    lastCall: null,
  },
];

const dealsWith = (field: 'signal' | 'company' | 'owner' | 'lastCall') => ({
  deals: ({ id }: { id: string }) => deals.filter((deal) => deal[field]?.id === id),
});

/** Serves the CRM on a free port. */
export function serveCrm(): Promise<Listener> {
  const schema = buildSubgraphSchema({
    typeDefs: crmTypeDefs,
    resolvers: {
      Query: { deals: () => deals },
      Signal: dealsWith('signal'),
      Company: dealsWith('company'),
      User: dealsWith('owner'),
      Activity: dealsWith('lastCall'),
    },
  });
  const yoga = createYoga({ schema, logging: false });
  return listen((request) => yoga.fetch(request), { host: '127.0.0.1', port: 0 });
}
