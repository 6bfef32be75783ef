import { parse } from 'graphql';
import { crmTypeDefs } from '../crm-subgraph.ts';
import type { Service } from './composer.ts';
import { imports } from './company-graph.ts';

/** A subgraph that extends some of our entities, and returns others that no tool loads by id. */
const alerts = parse(/* GraphQL */ `
  ${imports('@key')}

  type Query {
    alerts: [Alert!]
  }

  type Alert {
    id: ID!
    activity: Activity
    webhook: Webhook
    owner: TalentUser
  }

  type Activity @key(fields: "id") {
    id: ID!
    alerts: [Alert!]
  }

  type User @key(fields: "id") {
    id: ID!
    quota: Int
  }

  type Webhook @key(fields: "id", resolvable: false) {
    id: ID!
  }

  type TalentUser @key(fields: "id", resolvable: false) {
    id: ID!
  }
`);

/** Other subgraphs that refer to entities of our graph and extend them. */
export const friendly: Service[] = [
  { name: 'crm', typeDefs: crmTypeDefs },
  { name: 'alerts', typeDefs: alerts },
];

/** A subgraph whose inputs have the names of our inputs, but other fields. */
export const equalInputs: Service[] = [
  {
    name: 'search',
    typeDefs: parse(/* GraphQL */ `
      ${imports('@key')}

      type Query {
        found(filter: SignalFilter, changes: UpdateSavedSearchInput, period: ConversationPeriod): Int
      }

      input SignalFilter {
        minScore: Int
      }

      input UpdateSavedSearchInput {
        title: String
        color: String
      }

      input ConversationPeriod {
        from: DateTime
        zone: String
      }

      scalar DateTime
    `),
  },
];
