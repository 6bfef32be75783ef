import type { Fault } from '../support/chaos/exchange.ts';
import { drip, envelope, gzip, huge, resetInBody, text, truncated } from '../support/chaos/body-faults.ts';
import { afterwards, bareStatus, failure, late, redirect, reset, silence } from '../support/chaos/faults.ts';
import type { Occurrence } from '../support/chaos/fault-schedule.ts';
import {
  succeeded,
  serviceError,
  rateLimited,
  malformed,
  type Outcome,
  rejected,
  notExecuted,
  timedOut,
  unavailable,
} from './outcome.ts';

export interface FaultRow {
  /** What the upstream does, as a predicate. */
  behaviour: string;
  fault: Fault;
  occurrence?: Occurrence;
  /** Outcomes of a read, of a repeatable change and of a change that must not be repeated. */
  read: Outcome;
  repeatable: Outcome;
  once: Outcome;
}

const same = (outcome: Outcome) => ({ read: outcome, repeatable: outcome, once: outcome });

/** A read is retried twice, so it arrives three times; a change is not retried. */
const readsRetried = (
  outcome: (arrived: number, executed: number) => Outcome,
  executed: 'executed' | 'not executed',
) => {
  const each = (arrived: number) => outcome(arrived, executed === 'executed' ? arrived : 0);
  return { read: each(3), repeatable: each(1), once: each(1) };
};

/** Faults of the connection that are detected at once. */
export const connectionFaults: FaultRow[] = [
  { behaviour: 'always resets the connection', fault: reset, ...readsRetried(unavailable, 'not executed') },
  {
    behaviour: 'resets the connection once',
    fault: reset,
    occurrence: { times: 1 },
    read: succeeded(2, 1),
    repeatable: unavailable(1),
    once: unavailable(1),
  },
  {
    behaviour: 'executes the call and resets the connection',
    fault: afterwards(reset),
    ...readsRetried(unavailable, 'executed'),
  },
  {
    behaviour: 'resets the connection in the middle of the response',
    fault: resetInBody,
    ...readsRetried(unavailable, 'executed'),
  },
  {
    behaviour: 'executes the call and resets the connection once',
    fault: afterwards(reset),
    occurrence: { times: 1 },
    read: succeeded(2),
    repeatable: unavailable(1, 1),
    once: unavailable(1, 1),
  },
  {
    behaviour: 'sends less than the declared content length',
    fault: truncated('of the whole'),
    ...readsRetried(unavailable, 'executed'),
  },
];

/** Rejections with an error code of the protocol. */
export const rejections: FaultRow[] = [
  {
    behaviour: 'responds with 503 UPSTREAM_UNAVAILABLE',
    fault: failure(503, { code: 'UPSTREAM_UNAVAILABLE' }),
    read: unavailable(3),
    repeatable: unavailable(3),
    once: notExecuted(unavailable(1)),
  },
  {
    behaviour: 'responds with 504 UPSTREAM_TIMEOUT',
    fault: afterwards(failure(504, { code: 'UPSTREAM_TIMEOUT' })),
    ...readsRetried(timedOut, 'executed'),
  },
  {
    behaviour: 'responds with 500 UPSTREAM_ERROR',
    fault: failure(500, { code: 'UPSTREAM_ERROR' }),
    ...same(serviceError(1)),
  },
  {
    behaviour: 'responds with 403 FORBIDDEN',
    fault: failure(403, { code: 'FORBIDDEN' }),
    ...same(rejected('FORBIDDEN')),
  },
  {
    behaviour: 'responds with 424 NOT_CONNECTED',
    fault: failure(424, { code: 'NOT_CONNECTED' }),
    ...same(rejected('NOT_CONNECTED')),
  },
  {
    behaviour: 'responds with 424 CONNECTION_EXPIRED',
    fault: failure(424, { code: 'CONNECTION_EXPIRED' }),
    ...same(rejected('CONNECTION_EXPIRED')),
  },
  {
    behaviour: 'responds with 400 and an unknown error code',
    fault: failure(400, { code: 'COFFEE_SPILT' }),
    ...same(serviceError(1)),
  },
];

/** Error pages of a proxy between the graph and the platform. */
export const bareStatuses: FaultRow[] = [
  ...[400, 404, 405, 411, 413, 418, 500, 501].map((status) => ({
    behaviour: `responds with ${status} and an HTML page`,
    fault: bareStatus(status),
    ...same(serviceError(1)),
  })),
  { behaviour: 'responds with 403 and an HTML page', fault: bareStatus(403), ...same(serviceError(1)) },
  {
    behaviour: 'responds with 408 and an HTML page',
    fault: bareStatus(408),
    ...readsRetried(timedOut, 'not executed'),
  },
  {
    behaviour: 'responds with 429 and an HTML page',
    fault: bareStatus(429),
    read: rateLimited(3),
    repeatable: rateLimited(3),
    once: notExecuted(rateLimited(1)),
  },
  {
    behaviour: 'responds with 502 and an HTML page',
    fault: bareStatus(502),
    ...readsRetried(unavailable, 'not executed'),
  },
  {
    behaviour: 'responds with 503 and an HTML page',
    fault: bareStatus(503),
    ...readsRetried(unavailable, 'not executed'),
  },
  {
    behaviour: 'responds with 504 and an HTML page',
    fault: bareStatus(504),
    ...readsRetried(timedOut, 'not executed'),
  },
  {
    behaviour: 'executes the call and responds with 502 and an HTML page',
    fault: afterwards(bareStatus(502)),
    ...readsRetried(unavailable, 'executed'),
  },
  { behaviour: 'redirects the call', fault: redirect('http://127.0.0.1:1/'), ...same(serviceError(1)) },
];

/** Texts that cannot be parsed as a response. */
export const unreadableTexts: FaultRow[] = [
  { behaviour: 'responds with malformed JSON', fault: text('{"data": oops}'), ...same(malformed(1, 1)) },
  { behaviour: 'responds with an empty body', fault: text(''), ...same(malformed(1, 1)) },
  { behaviour: 'responds with 200 and an HTML page', fault: text('<!doctype html>'), ...same(malformed(1, 1)) },
  { behaviour: 'responds with truncated JSON', fault: truncated('of the half'), ...same(malformed(1, 1)) },
  { behaviour: 'responds with a list instead of the envelope', fault: envelope([]), ...same(malformed(1, 1)) },
  { behaviour: 'responds with null instead of the envelope', fault: envelope(null), ...same(malformed(1, 1)) },
  {
    behaviour: 'responds with the envelope of another protocol',
    fault: envelope({ result: {} }),
    ...same(malformed(1, 1)),
  },
  {
    behaviour: 'responds with 200 and an error',
    fault: envelope({ error: { code: 'FORBIDDEN', message: 'No.' } }),
    ...same(malformed(1, 1)),
  },
];

/** Bodies from which no text can be read. */
export const unreadableBodies: FaultRow[] = [
  { behaviour: 'declares gzip encoding but sends something else', fault: gzip('nonsense'), ...same(malformed(1, 1)) },
  { behaviour: 'responds with 100 MB', fault: huge(100_000_000), ...same(malformed(1, 1)) },
];

/** Responses that are too late, or never sent. */
export const lateResponses: FaultRow[] = [
  { behaviour: 'never responds', fault: silence, ...readsRetried(timedOut, 'not executed') },
  { behaviour: 'executes the call and responds too late', fault: late(600), ...readsRetried(timedOut, 'executed') },
  {
    behaviour: 'responds too late once',
    fault: late(600),
    occurrence: { times: 1 },
    read: succeeded(2),
    repeatable: timedOut(1, 1),
    once: timedOut(1, 1),
  },
];

/** Faults that last until the call times out. */
export const slowFaults: FaultRow[] = [
  ...lateResponses,
  { behaviour: 'responds one byte at a time', fault: drip(20), ...readsRetried(timedOut, 'executed') },
];
