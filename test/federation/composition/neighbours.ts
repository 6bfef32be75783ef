import { parse } from 'graphql';
import { crmTypeDefs } from '../crm-subgraph.ts';
import type { Service } from './composer.ts';
import { imports } from './company-graph.ts';

/** A neighbour that returns entities of the graph which no tool can load by their ids, and adds fields to others. */
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

/** Neighbours that refer to entities of the graph and extend them. */
export const friendly: Service[] = [
  { name: 'crm', typeDefs: crmTypeDefs },
  { name: 'alerts', typeDefs: alerts },
];

/** A neighbour whose inputs have names of the graph and other fields. */
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
