import DataLoader from 'dataloader';
import type { IncomingHttpHeaders } from 'node:http';
import { type NamedPayload, type PeerTools, type SignalPayload, toolsFor } from './tools.ts';

/** The part of the graph's schema that the workloads use. */
export const typeDefs = `
  type Query { signals(first: Int!): SignalConnection signal(id: ID!): Signal }
  type SignalConnection { nodes: [Signal!]! }
  type Signal {
    id: ID!
    fullName: String
    headline: String
    country: String
    score: Int
    lists: [List!]
    experiences: [Experience!]!
    educations: [Education!]!
  }
  type Experience { title: String company: Company }
  type Education { institution: Institution }
  type List { id: ID! name: String }
  type Company { id: ID! name: String }
  type Institution { id: ID! name: String }
`;

export interface PeerContext {
  tools: PeerTools;
  lists: DataLoader<string, NamedPayload[]>;
  companies: DataLoader<string, NamedPayload>;
  institutions: DataLoader<string, NamedPayload>;
}

/** Creates the loaders of one operation. */
export function createPeerContext(headers: IncomingHttpHeaders): PeerContext {
  const tools = toolsFor(headers);
  return {
    tools,
    lists: new DataLoader((signalIds) => listsOf(tools, signalIds)),
    companies: new DataLoader(async (ids) => inOrder(ids, await tools.companies(ids))),
    institutions: new DataLoader(async (ids) => inOrder(ids, await tools.institutions(ids))),
  };
}

/** The lists of each signal: one call per signal, and one for the names of all lists. */
async function listsOf(tools: PeerTools, signalIds: readonly string[]): Promise<NamedPayload[][]> {
  const [entries, { items }] = await Promise.all([
    Promise.all(signalIds.map((id) => tools.entries(id))),
    tools.lists(),
  ]);
  const byId = new Map(items.map((list) => [list.id, list]));
  return entries.map((found) =>
    [...new Set(found.items.map(({ list_id: id }) => id))].flatMap((id) => byId.get(id) ?? []),
  );
}

/** The payload of each id; one with only the id if the tool does not know it. */
function inOrder(ids: readonly string[], payloads: readonly NamedPayload[]): NamedPayload[] {
  const byId = new Map(payloads.map((payload) => [payload.id, payload]));
  return ids.map((id) => byId.get(id) ?? { id, name: null });
}

/** Resolvers for graphql-js with DataLoader. */
export const resolvers = {
  Query: {
    signals: async (_: unknown, { first }: { first: number }, { tools }: Pick<PeerContext, 'tools'>) => ({
      nodes: (await tools.signals(first)).items,
    }),
    signal: (_: unknown, { id }: { id: string }, { tools }: Pick<PeerContext, 'tools'>) => tools.signal(id),
  },
  Signal: {
    fullName: (signal: SignalPayload) => signal.full_name,
    lists: ({ id }: SignalPayload, _: unknown, { lists }: PeerContext) => lists.load(id),
  },
  Experience: {
    company: ({ company_id: id }: SignalPayload['experiences'][number], _: unknown, { companies }: PeerContext) =>
      id == null ? null : companies.load(id),
  },
  Education: {
    institution: (
      { institution_id: id }: SignalPayload['educations'][number],
      _: unknown,
      { institutions }: PeerContext,
    ) => (id == null ? null : institutions.load(id)),
  },
};
