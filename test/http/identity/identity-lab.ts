import { z } from 'zod';
import { type HttpGraph, startHttpGraph } from '../http-graph.ts';
import { postJson } from '../../support/network/post-json.ts';
import { captureLog } from '../../support/log-capture.ts';

const answerSchema = z.looseObject({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.looseObject({ message: z.string(), extensions: z.looseObject({ code: z.string() }) })).optional(),
});

/** Starts the graph with authentication on a free port. Collects its log lines of level `info` and above. */
export async function startIdentityLab(environment: Record<string, string>) {
  const { log, lines: logged } = captureLog();
  const graph: HttpGraph = await startHttpGraph({ environment, log });
  return {
    ...graph,
    logged,
    /** Sends an operation with an Authorization header, or none. */
    async send(authorization: string | undefined, query = '{ lists { name } }') {
      const response = await postJson(
        `${graph.origin}/graphql`,
        { query },
        {
          headers: {
            'x-request-id': 'page-1',
            'x-tool-trace': '0',
            ...(authorization !== undefined && { authorization }),
          },
        },
      );
      return { status: response.status, headers: response.headers, answer: answerSchema.parse(await response.json()) };
    },
  };
}

export type IdentityLab = Awaited<ReturnType<typeof startIdentityLab>>;
