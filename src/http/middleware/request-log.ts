import type { Context, MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import type { AccessLogVariables, AccessLogEntry } from './access-log-entry.ts';

/** For a caller who did not wait for the answer; no answer has it. */
const leftStatus = 499;

/** Names come from outside and may be as long as a request. */
const maxTextLength = 300;

/**
 * Writes one line about every request, whatever becomes of it: an error when something happened that nobody foresaw, a
 * warning when the answer says that we are at fault, else information. Probes, which never end, only for debugging.
 */
export function logRequests(log: Logger): MiddlewareHandler<{ Variables: AccessLogVariables }> {
  return async (c, next) => {
    const begun = performance.now();
    const entry: AccessLogEntry = {};
    c.set('logEntry', entry);
    try {
      await next();
    } catch (error) {
      // What is no Error, as the reason of a caller who left, no handler of errors gets.
      entry.fault = error;
      throw error;
    } finally {
      const hasLeft = c.req.raw.signal.aborted;
      const outcome = hasLeft
        ? { status: leftStatus, reason: 'the caller left before the answer' }
        : { status: statusOf(c), err: entry.fault };
      const durationMs = Math.round(performance.now() - begun);
      const record = { requestId: c.var.requestId, ...fieldsOf(entry), ...outcome, durationMs };
      log[levelOf(c, outcome)](record, `${c.req.method} ${c.req.path.slice(0, maxTextLength)}`);
    }
  };
}

const statusOf = (c: Context<{ Variables: AccessLogVariables }>) => (c.finalized ? c.res.status : 500);

function fieldsOf(entry: AccessLogEntry) {
  const texts = Object.entries(entry).flatMap(([name, value]): [string, string][] =>
    name !== 'fault' && typeof value === 'string' ? [[name, value.slice(0, maxTextLength)]] : [],
  );
  return { ...Object.fromEntries(texts), toolCalls: entry.countToolCalls?.() };
}

function levelOf(c: Context, { status, err }: { status: number; err?: unknown }) {
  if (c.req.path.startsWith('/health')) return 'debug';
  if (err !== undefined) return 'error';
  return status >= 500 ? 'warn' : 'info';
}
