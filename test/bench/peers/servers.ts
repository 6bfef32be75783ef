import { authentication } from '../load/caller-token.ts';
import { type MeasuredProcess, startMeasured } from './measured-process.ts';

/** Starts a server in front of the recorded upstream. */
export type StartServer = (options: { upstreamUrl: string; hasToken: boolean }) => Promise<MeasuredProcess>;

/** Settings of a graph node. The cache of lookups is off, so that each page makes all its calls. */
export const nodeSettings = (platformUrl: string) => ({
  DATA_DIR: 'memory',
  PORT: '0',
  CACHE_SECONDS: '0',
  LOG_LEVEL: 'error',
  PLATFORM_URL: platformUrl,
  PLATFORM_CLIENT_ID: 'bench',
  PLATFORM_CLIENT_SECRET: 'the secret of the bench',
});

export interface ComparedServer {
  /** Whether the server verifies tokens, so that it runs once with and once without authentication. */
  verifiesTokens: boolean;
  start: StartServer;
}

/** This graph in the production preset. */
const graph = (root: string, upstreamPath = ''): ComparedServer => ({
  verifiesTokens: true,
  start: ({ upstreamUrl, hasToken }) =>
    startMeasured({
      file: 'src/main.ts',
      root,
      environment: {
        ...nodeSettings(upstreamUrl + upstreamPath),
        ...(hasToken && authentication),
      },
    }),
});

const peer = (name: string): ComparedServer => ({
  verifiesTokens: false,
  start: ({ upstreamUrl }) =>
    startMeasured({ file: `test/bench/peers/servers/${name}.ts`, environment: { UPSTREAM_URL: upstreamUrl } }),
});

/** @param root path of another checkout, whose graph is measured as `before` */
export const serversFor = (root: string | undefined): Record<string, ComparedServer> => ({
  ours: graph('.'),
  'ours-batched': graph('.', '/batch'),
  ...(root !== undefined && { before: graph(root) }),
  mercurius: peer('mercurius'),
  yoga: peer('yoga'),
  apollo: peer('apollo'),
  hive: peer('hive'),
});
