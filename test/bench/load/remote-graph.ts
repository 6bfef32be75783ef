import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import pino from 'pino';
import { readConfig } from '../../../src/app/config/config.ts';
import { type OpenDatabase, openDatabase } from '../../../src/platform/database/open-database.ts';
import { openEmbeddedUpstream } from '../../../src/app/embedded-upstream.ts';
import type { Platform } from '../../../src/tools/platform.ts';
import { authentication, tokenOf } from './caller-token.ts';
import { cpuMsOf } from './process-cpu.ts';
import { type ChaosUpstream, startChaosUpstream } from '../../support/chaos/chaos-upstream.ts';

const client = { clientId: 'bench', clientSecret: 'the secret of the bench' };

export interface GraphResponse {
  status: number;
  data: Record<string, unknown>;
  errors: { extensions?: { code?: string } }[];
}

/** The graph in a separate process, calling an upstream with demo data and injectable faults. */
export interface RemoteGraph {
  upstream: ChaosUpstream;
  database: OpenDatabase;
  /** Sends a query as the caller with this number. All callers see the same data. */
  ask(query: string, caller?: number): Promise<GraphResponse>;
  /** Megabytes of the graph's heap after each full collection so far; see `collectEveryMs`. */
  heap: { seconds: number; megabytes: number }[];
  /** CPU time of the graph's process so far, in milliseconds. */
  cpuMs(): Promise<number>;
  close(): Promise<void>;
}

export interface RemoteGraphOptions {
  /** The platform returns repeated reads from memory. */
  memoize?: boolean;
  environment?: Record<string, string>;
  /** Interval of full garbage collections, after which the heap is measured. */
  collectEveryMs?: number;
}

export async function startRemoteGraph({ memoize = false, environment, collectEveryMs }: RemoteGraphOptions = {}) {
  const database = await openDatabase('memory');
  const config = readConfig({ DATA_DIR: 'memory', LOG_LEVEL: 'silent' });
  const parts = { config, log: pino({ level: 'silent' }), now: () => new Date(), database };
  const embedded = await openEmbeddedUpstream(parts);
  if (!embedded.platformApi) throw new Error('The embedded upstream has no platform.');
  const platform = asOneIdentifier(embedded.platformApi.platform, config.developmentIdentifier);
  const upstream = await startChaosUpstream({ platform: memoize ? memoized(platform) : platform, client });
  const gcArguments =
    collectEveryMs === undefined
      ? []
      : ['--trace-gc', '--expose-gc', '--import', `data:text/javascript,setInterval(gc,${collectEveryMs}).unref()`];
  const child = spawn(process.execPath, [...gcArguments, 'src/main.ts'], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: 'memory',
      PORT: '0',
      LOG_LEVEL: 'silent',
      PLATFORM_URL: upstream.url,
      PLATFORM_CLIENT_ID: client.clientId,
      PLATFORM_CLIENT_SECRET: client.clientSecret,
      ...authentication,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { url, heap } = await watchOutput(child);
  const tokens = new Map<number, Promise<string>>();
  const graph: RemoteGraph = {
    upstream,
    database,
    heap,
    cpuMs: () => cpuMsOf(child),
    async ask(query, caller = 0) {
      const token = tokens.get(caller) ?? tokenOf(`caller-${caller}`);
      tokens.set(caller, token);
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${await token}` },
        body: JSON.stringify({ query }),
      });
      const { data, errors = [] } = await response.json();
      return { status: response.status, data: data ?? {}, errors };
    },
    async close() {
      child.kill();
      await once(child, 'exit');
      await upstream.close();
      await embedded.close();
      await database.close();
    },
  };
  return graph;
}

async function watchOutput(child: ChildProcess): Promise<{ url: string; heap: RemoteGraph['heap'] }> {
  const heap: RemoteGraph['heap'] = [];
  const startedAt = performance.now();
  const url = Promise.withResolvers<string>();
  child.once('exit', (code) => url.reject(new Error(`The graph exited with ${code}.`)));
  if (!child.stdout) throw new Error('The graph has no standard output.');
  createInterface({ input: child.stdout }).on('line', (line) => {
    const address = /http:\/\/\S+\/graphql/.exec(line)?.[0];
    if (address !== undefined) url.resolve(address);
    const after = /Mark-Compact.*? \([\d.]+\) -> ([\d.]+) \(/.exec(line)?.[1];
    if (after !== undefined) heap.push({ seconds: (performance.now() - startedAt) / 1000, megabytes: Number(after) });
  });
  return { url: await url.promise, heap };
}

/** Executes every call as the same identifier. */
const asOneIdentifier = (platform: Platform, identifier: string): Platform => ({
  execute: (request) => platform.execute({ ...request, identifier }),
  listTools: (request) => platform.listTools({ ...request, identifier }),
});

function memoized(platform: Platform): Platform {
  const results = new Map<string, Promise<unknown>>();
  return {
    ...platform,
    execute(request) {
      const key = JSON.stringify([request.toolName, request.input]);
      const result = results.get(key) ?? platform.execute(request);
      results.set(key, result);
      return result;
    },
  };
}
