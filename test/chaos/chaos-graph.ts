import pino, { type Logger } from 'pino';
import { z } from 'zod';
import { type AppParts, createApp } from '../../src/app/app.ts';
import { readConfig } from '../../src/app/config/config.ts';
import type { Db } from '../../src/platform/database/open-database.ts';
import { type ChaosUpstream, startChaosUpstream } from '../support/chaos/chaos-upstream.ts';
import { now } from '../support/graph/test-graph.ts';
import { openTestPlatform } from '../support/platform/test-platform.ts';
import { ada } from '../platform/services/conversation/conversation-records.ts';
import { storeChaosRecords } from './chaos-records.ts';
import { jsonRequest } from '../support/network/post-json.ts';

const client = { clientId: 'graph', clientSecret: 'the secret of the graph' };

const answerSchema = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        path: z.array(z.union([z.string(), z.number()])).optional(),
        extensions: z.looseObject({ code: z.string() }).optional(),
      }),
    )
    .default([]),
  extensions: z.object({ toolCalls: z.array(z.looseObject({ tool: z.string(), source: z.string() })) }).optional(),
});

export type ChaosAnswer = z.output<typeof answerSchema>;

/** A graph that calls the upstream. */
export interface Node {
  execute(query: string, options?: { signal?: AbortSignal }): Promise<ChaosAnswer>;
  close(): Promise<void>;
}

export interface Chaos {
  upstream: ChaosUpstream;
  db: Db;
  /** Starts a graph in its initial state: its breakers are closed and it has no token. */
  startNode(options?: NodeOptions): Promise<Node>;
  close(): Promise<void>;
}

export interface NodeOptions {
  environment?: Record<string, string>;
  parts?: AppParts;
  log?: Logger;
}

/**
 * Starts a platform with a few records behind an upstream with injectable faults; `ada` has an account on both
 * connections.
 */
export async function startChaos(): Promise<Chaos> {
  const config = readConfig({ DATA_DIR: 'memory', DEMO_DATA: 'false' });
  const testPlatform = await openTestPlatform(config, () => now);
  const { db } = testPlatform.database;
  await storeChaosRecords(db);
  await testPlatform.connect('convo', { identifier: 'ada', userId: ada });
  const upstream = await startChaosUpstream({ platform: testPlatform.platform, client });
  return {
    upstream,
    db,
    startNode: async ({ environment, parts, log = pino({ level: 'silent' }) } = {}) => {
      const app = await createApp(
        readConfig({
          DATA_DIR: 'memory',
          PLATFORM_URL: upstream.url,
          PLATFORM_CLIENT_ID: client.clientId,
          PLATFORM_CLIENT_SECRET: client.clientSecret,
          TOOL_TIMEOUT_MS: '10000',
          CACHE_SECONDS: '0',
          DEV_IDENTIFIER: 'ada',
          ...environment,
        }),
        { log, now: () => now, ...parts },
      );
      return {
        execute: async (query, { signal } = {}) => {
          const response = await app.fetch(
            jsonRequest('http://graph.test/graphql', { query }, { ...(signal && { signal }) }),
          );
          return answerSchema.parse(await response.json());
        },
        close: () => app.close(),
      };
    },
    close: async () => {
      await upstream.close();
      await testPlatform.close();
    },
  };
}
