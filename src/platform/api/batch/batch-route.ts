import { Hono } from 'hono';
import { createFairQueue } from '../../../infrastructure/fairness/fair-queue.ts';
import { batchRequestSchema, maxBatchCalls } from '../../../tools/rest-protocol.ts';
import { readBody } from '../body.ts';
import type { CallVariables } from '../call-error.ts';
import type { ServerBindings } from '../../../tools/server-bindings.ts';
import { type BatchedCallOptions, runBatchedCall } from './batched-call.ts';
import { respondWithLines } from './line-response.ts';

/** Maximum number of batched calls of all accounts that run at once; one account runs at most a whole batch. */
const maxRunning = 4 * maxBatchCalls;

/**
 * Creates the endpoint for reads of one account. They start together, and the first to end is the first in the response.
 * While too many calls are running, accounts take turns.
 */
export function batchRoute(options: Omit<BatchedCallOptions, 'queue'>) {
  const queue = createFairQueue({ maxRunning, maxRunningPerKey: maxBatchCalls });
  const route = new Hono<{ Bindings: Partial<ServerBindings>; Variables: CallVariables }>();
  route.post('/', async (c) => {
    const { connector: connectionName, identifier, calls } = await readBody(c.req, batchRequestSchema);
    Object.assign(c.var.logEntry, { connection: connectionName, identifier, calls: calls.length, endsWhenSent: true });
    const { clientId, trace } = c.var;
    const request = { connectionName, identifier, clientId, trace, signal: c.req.raw.signal };
    const lines = calls.map((call, index) => runBatchedCall({ ...call, index }, request, { ...options, queue }));
    return respondWithLines(lines, c.env);
  });
  return route;
}
