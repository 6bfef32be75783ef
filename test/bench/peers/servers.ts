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

/** This graph in the production preset. */
const graph =
  (root: string, upstreamPath = ''): StartServer =>
  ({ upstreamUrl, hasToken }) =>
    startMeasured({
      file: 'src/main.ts',
      root,
      environment: {
        ...nodeSettings(upstreamUrl + upstreamPath),
        ...(hasToken && authentication),
      },
    });

const peer =
  (name: string): StartServer =>
  ({ upstreamUrl }) =>
    startMeasured({ file: `test/bench/peers/servers/${name}.ts`, environment: { UPSTREAM_URL: upstreamUrl } });

/** @param baseline a checkout whose graph is measured as `before` */
export const serversFor = (baseline: string | undefined): Record<string, StartServer> => ({
  ours: graph('.'),
  'ours-batched': graph('.', '/batch'),
  ...(baseline !== undefined && { before: graph(baseline) }),
  mercurius: peer('mercurius'),
  yoga: peer('yoga'),
  apollo: peer('apollo'),
});
