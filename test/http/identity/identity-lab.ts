import { type HttpGraph, startHttpGraph } from '../http-graph.ts';
import { captureLog } from '../../support/log-capture.ts';

/** Starts the graph with authentication on a free port. Collects its log lines of level `info` and above. */
export async function startIdentityLab(environment: Record<string, string>) {
  const { log, lines: logged } = captureLog();
  const graph: HttpGraph = await startHttpGraph({ environment, log });
  return {
    ...graph,
    logged,
    /** Sends an operation with an Authorization header, or none. */
    send: (authorization: string | undefined, query = '{ lists { name } }') =>
      graph.send({ query }, { 'x-request-id': 'page-1', ...(authorization !== undefined && { authorization }) }),
  };
}

export type IdentityLab = Awaited<ReturnType<typeof startIdentityLab>>;
