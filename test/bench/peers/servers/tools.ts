import type { IncomingHttpHeaders } from 'node:http';
import { Pool } from 'undici';
import { restPaths } from '../../../../src/tools/rest-protocol.ts';
import { callerHeader } from '../workloads.ts';

/** Calls the tools that the peers need, on behalf of one caller. */
export interface PeerTools {
  signals(limit: number): Promise<Items<SignalPayload>>;
  signal(id: string): Promise<SignalPayload>;
  entries(signalId: string): Promise<Items<{ list_id: string }>>;
  lists(): Promise<Items<NamedPayload>>;
  /** Accepts any number of ids; each call of the tool takes 100. */
  companies(ids: readonly string[]): Promise<NamedPayload[]>;
  institutions(ids: readonly string[]): Promise<NamedPayload[]>;
}

export interface Items<Item> {
  items: Item[];
}

export interface SignalPayload {
  id: string;
  full_name: string | null;
  headline: string | null;
  country: string | null;
  score: number | null;
  experiences: { title: string | null; company_id?: string | null }[];
  educations: { institution_id?: string | null }[];
}

export interface NamedPayload {
  id: string;
  name: string | null;
}

const upstream = new URL(process.env['UPSTREAM_URL'] ?? '');
const pool = new Pool(upstream.origin, { connections: 50, keepAliveTimeout: 60_000 });

async function call(identifier: string, name: string, params: object) {
  const { body } = await pool.request({
    method: 'POST',
    path: `${upstream.pathname.replace(/\/$/, '')}${restPaths.executeTool}`,
    headers: { authorization: 'Bearer recorded', 'content-type': 'application/json' },
    body: JSON.stringify({ tool_name: `talent_${name}`, params, connector: 'talent', identifier }),
  });
  return JSON.parse(await body.text()).data;
}

export function toolsFor(headers: IncomingHttpHeaders): PeerTools {
  const identifier = String(headers[callerHeader] ?? 'demo');
  const byIds = async (tool: string, ids: readonly string[]) => {
    const distinct = [...new Set(ids)];
    const batches = Array.from({ length: Math.ceil(distinct.length / 100) }, (_, index) =>
      distinct.slice(index * 100, (index + 1) * 100),
    );
    const pages = await Promise.all(
      batches.map((batch) => call(identifier, tool, { ids: batch, page: '1', limit: '100' })),
    );
    return pages.flatMap(({ items }) => items);
  };
  return {
    signals: (limit) => call(identifier, 'signals_list', { page: '1', limit: String(limit) }),
    signal: (id) => call(identifier, 'signals_get', { id }),
    entries: (id) => call(identifier, 'signals_entries', { id }),
    lists: () => call(identifier, 'lists_list', {}),
    companies: (ids) => byIds('companies_list', ids),
    institutions: (ids) => byIds('educations_list', ids),
  };
}
