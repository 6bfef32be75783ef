import { Hono } from 'hono';
import { batchRequestSchema } from '../../../tools/rest-protocol.ts';
import { readBody } from '../body.ts';
import type { CallVariables } from '../call-error.ts';
import type { ServerBindings } from '../../../tools/server-bindings.ts';
import { type BatchedCallOptions, runBatchedCall } from './batched-call.ts';
import { respondWithLines } from './line-response.ts';

/** Creates the endpoint for reads of one account. They start together, and none waits for another. */
export function batchRoute(options: BatchedCallOptions) {
  const route = new Hono<{ Bindings: Partial<ServerBindings>; Variables: CallVariables }>();
  route.post('/', async (c) => {
    const { connector: connectionName, identifier, calls } = await readBody(c.req, batchRequestSchema);
    Object.assign(c.var.logEntry, { connection: connectionName, identifier, calls: calls.length, endsWhenSent: true });
    const { clientId, trace } = c.var;
    const request = { connectionName, identifier, clientId, trace, signal: c.req.raw.signal };
    const lines = calls.map((call, index) => runBatchedCall({ ...call, index }, request, options));
    return respondWithLines(lines, c.env);
  });
  return route;
}
