import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pino from 'pino';
import { readConfig } from '../../../src/app/config/config.ts';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { openEmbeddedUpstream } from '../../../src/app/embedded-upstream.ts';
import type { Platform } from '../../../src/tools/platform.ts';
import { printedAddress } from '../printed-address.ts';
import { authentication, tokenOf } from './caller-token.ts';
import { cpuMsOf } from './process-cpu.ts';
import { type ChaosUpstream, startChaosUpstream } from '../../support/chaos/chaos-upstream.ts';

const client = { clientId: 'bench', clientSecret: 'the secret of the bench' };

/** The graph in a separate process, calling an upstream with demo data and injectable faults. */
export interface RemoteGraph {
  upstream: ChaosUpstream;
  /** Sends a query as the caller with this number; all callers see the same data. @throws Error if the result has errors */
  ask(query: string, caller: number): Promise<void>;
  /** CPU time of the graph's process so far, in milliseconds. */
  cpuMs(): Promise<number>;
  close(): Promise<void>;
}

/** Starts the graph with the settings of production and without a cache. Its platform returns repeated reads from memory. */
export async function startRemoteGraph(): Promise<RemoteGraph> {
  const database = await openDatabase('memory');
  const config = readConfig({ DATA_DIR: 'memory', LOG_LEVEL: 'silent' });
  const parts = { config, log: pino({ level: 'silent' }), now: () => new Date(), database };
  const embedded = await openEmbeddedUpstream(parts);
  if (!embedded.platformApi) throw new Error('The embedded upstream has no platform.');
  const platform = asOneIdentifier(embedded.platformApi.platform, config.developmentIdentifier);
  const upstream = await startChaosUpstream({ platform: memoized(platform), client });
  const child = spawn(process.execPath, ['src/main.ts'], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: 'memory',
      PORT: '0',
      LOG_LEVEL: 'silent',
      PLATFORM_URL: upstream.url,
      PLATFORM_CLIENT_ID: client.clientId,
      PLATFORM_CLIENT_SECRET: client.clientSecret,
      ...authentication,
      CACHE_SECONDS: '0',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = new URL('/graphql', await printedAddress(child));
  const tokens = new Map<number, Promise<string>>();
  return {
    upstream,
    cpuMs: () => cpuMsOf(child),
    async ask(query, caller) {
      const token = tokens.get(caller) ?? tokenOf(`caller-${caller}`);
      tokens.set(caller, token);
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${await token}` },
        body: JSON.stringify({ query }),
      });
      const { errors } = await response.json();
      if (errors) throw new Error(`${response.status} ${JSON.stringify(errors)}`);
    },
    async close() {
      child.kill();
      await once(child, 'exit');
      await upstream.close();
      await embedded.close();
      await database.close();
    },
  };
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
