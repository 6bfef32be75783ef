import { Writable } from 'node:stream';
import pino from 'pino';
import { z } from 'zod';
import { type HttpGraph, startHttpGraph } from '../http-graph.ts';

const logRecord = z.looseObject({
  level: z.int(),
  msg: z.string(),
  reason: z.string().optional(),
  requestId: z.string().optional(),
});

const answerSchema = z.looseObject({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.looseObject({ message: z.string(), extensions: z.looseObject({ code: z.string() }) })).optional(),
});

/** Starts the graph with authentication on a free port. Collects its log lines of level `info` and above. */
export async function startIdentityLab(environment: Record<string, string>) {
  const logged: string[] = [];
  const lines = new Writable({
    write(chunk, _, done) {
      logged.push(String(chunk));
      done();
    },
  });
  const graph: HttpGraph = await startHttpGraph({ environment, log: pino({ level: 'info' }, lines) });
  return {
    ...graph,
    /** The log lines as text. */
    logged,
    records: () => logged.map((line) => logRecord.parse(JSON.parse(line))),
    /** Sends an operation with an Authorization header, or none. */
    async send(authorization: string | undefined, query = '{ lists { name } }') {
      const response = await fetch(`${graph.origin}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-request-id': 'page-1',
          'x-tool-trace': '0',
          ...(authorization !== undefined && { authorization }),
        },
        body: JSON.stringify({ query }),
      });
      return { status: response.status, headers: response.headers, answer: answerSchema.parse(await response.json()) };
    },
  };
}

export type IdentityLab = Awaited<ReturnType<typeof startIdentityLab>>;
