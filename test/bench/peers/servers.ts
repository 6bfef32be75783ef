import { authentication } from '../load/caller-token.ts';
import { type MeasuredProcess, startMeasured } from './measured-process.ts';

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

/** Starts a server in front of the recorded upstream. */
export type StartServer = (upstreamUrl: string) => Promise<MeasuredProcess>;

/** This graph in the production preset. */
const graph =
  (root: string, upstreamPath = ''): StartServer =>
  (upstreamUrl) =>
    startMeasured({
      file: 'src/main.ts',
      root,
      environment: { ...nodeSettings(upstreamUrl + upstreamPath), ...authentication },
    });

const peer =
  (file: string): StartServer =>
  (upstreamUrl) =>
    startMeasured({ file, environment: { UPSTREAM_URL: upstreamUrl } });

/** @param root path of another checkout, whose graph is measured as `before` and `before-batched` */
export const serversFor = (root: string | undefined): Record<string, StartServer> => ({
  ours: graph('.'),
  'ours-batched': graph('.', '/batch'),
  ...(root !== undefined && { before: graph(root), 'before-batched': graph(root, '/batch') }),
  mercurius: peer('test/system/ecosystem/mercurius.ts'),
  yoga: peer('test/bench/peers/servers/yoga.ts'),
});
