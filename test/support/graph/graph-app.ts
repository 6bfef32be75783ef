import type { Logger } from 'pino';
import pino from 'pino';
import { type App, type AppParts, createApp } from '../../../src/app/app.ts';
import { readConfig } from '../../../src/app/config/config.ts';
import type { Changes } from '../../../src/infrastructure/event-stream/event-feed.ts';
import type { OpenedDatabase } from '../../../src/platform/database/open-database.ts';
import type { OpenedConversation } from '../../../src/platform/services/conversation/open-conversation.ts';
import { environmentOfClient, serveApp } from '../network/serve-app.ts';

/** How the graph reaches the platform: in the same process, or over REST. */
export const testTransport = process.env['TEST_TRANSPORT'] === 'rest' ? 'rest' : 'embedded';

export interface GraphAppOptions {
  environment: Record<string, string>;
  /** Parts of the platform. */
  upstream: { database: OpenedDatabase; conversation?: OpenedConversation; changes?: Changes; now: () => Date };
  /** Parts of the graph only. */
  parts: Pick<AppParts, 'wrapTransport' | 'identify' | 'resilience' | 'slotLimits' | 'isOverloaded' | 'events'> & {
    log: Logger;
  };
}

/** The graph and its platform: in one app, or in two that talk over REST. */
export async function createGraphApp({ environment, upstream, parts }: GraphAppOptions): Promise<App> {
  if (testTransport === 'embedded') return createApp(readConfig(environment), { ...upstream, ...parts });
  const silent = pino({ level: 'silent' });
  // This app also serves a graph, so it connects the development identity.
  const platform = await createApp(readConfig(environment), { ...upstream, log: silent });
  const served = await serveApp(platform);
  const remote = await environmentOfClient(upstream.database.db, served.url);
  const graph = await createApp(readConfig({ ...environment, ...remote }), { ...parts, now: upstream.now });
  return {
    fetch: graph.fetch,
    fetchMetrics: graph.fetchMetrics,
    upgrade: graph.upgrade,
    drain: graph.drain,
    endStreams: graph.endStreams,
    async close() {
      await graph.close();
      await served.close();
    },
  };
}
