import type { IncomingHttpHeaders } from 'node:http';
import DataLoader from 'dataloader';
import { Pool } from 'undici';
import { restPaths } from '../../../src/tools/rest-protocol.ts';
import { callerHeader } from './workloads.ts';

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

interface Named {
  id: string;
  name: string | null;
}

const upstream = new URL(process.env['UPSTREAM_URL'] ?? '');
const pool = new Pool(upstream.origin, { connections: 50, keepAliveTimeout: 60_000 });
const path = `${upstream.pathname.replace(/\/$/, '')}${restPaths.executeTool}`;

export type PeerContext = ReturnType<typeof createPeerContext>;

/** Creates the loaders of one operation, which call tools on behalf of the caller. */
export function createPeerContext(headers: IncomingHttpHeaders) {
  const identifier = String(headers[callerHeader] ?? 'demo');
  async function call(name: string, params: object) {
    const { body } = await pool.request({
      method: 'POST',
      path,
      headers: { authorization: 'Bearer recorded', 'content-type': 'application/json' },
      body: JSON.stringify({ tool_name: `talent_${name}`, params, connector: 'talent', identifier }),
    });
    return JSON.parse(await body.text()).data;
  }
  /** An unknown id resolves to an object without a name. */
  const loaderOf = (tool: string) =>
    new DataLoader<string, Named>(
      async (ids) => {
        const { items } = await call(tool, { ids, page: '1', limit: '100' });
        const byId = new Map<string, Named>(items.map((item: Named) => [item.id, item]));
        return ids.map((id) => byId.get(id) ?? { id, name: null });
      },
      { maxBatchSize: 100 },
    );
  return {
    call,
    companies: loaderOf('companies_list'),
    institutions: loaderOf('educations_list'),
    /** One call per signal, and one for the names of all lists. */
    lists: new DataLoader<string, Named[]>(async (signalIds) => {
      const [entries, { items }] = await Promise.all([
        Promise.all(signalIds.map((id) => call('signals_entries', { id }))),
        call('lists_list', {}),
      ]);
      const byId = new Map<string, Named>(items.map((list: Named) => [list.id, list]));
      return entries.map((found) => {
        const ids = new Set<string>(found.items.map(({ list_id: id }: { list_id: string }) => id));
        return [...ids].flatMap((id) => byId.get(id) ?? []);
      });
    }),
  };
}

type Loaded<Name extends string> = Partial<Record<Name, string | null>>;

/** Resolvers for graphql-js with DataLoader. */
export const resolvers = {
  Query: {
    signals: async (_: unknown, { first }: { first: number }, { call }: PeerContext) => ({
      nodes: (await call('signals_list', { page: '1', limit: String(first) })).items,
    }),
    signal: (_: unknown, { id }: { id: string }, { call }: PeerContext) => call('signals_get', { id }),
  },
  Signal: {
    fullName: ({ full_name: fullName }: Loaded<'full_name'>) => fullName,
    lists: ({ id }: { id: string }, _: unknown, { lists }: PeerContext) => lists.load(id),
  },
  Experience: {
    company: ({ company_id: id }: Loaded<'company_id'>, _: unknown, { companies }: PeerContext) =>
      id == null ? null : companies.load(id),
  },
  Education: {
    institution: ({ institution_id: id }: Loaded<'institution_id'>, _: unknown, { institutions }: PeerContext) =>
      id == null ? null : institutions.load(id),
  },
};
