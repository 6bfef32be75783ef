import type { Fault } from '../support/chaos/exchange.ts';
import { drip, envelope, gzip, huge, resetInBody, text, truncated } from '../support/chaos/body-faults.ts';
import { afterwards, bareStatus, failure, late, redirect, reset, silence } from '../support/chaos/faults.ts';
import type { Occurrence } from '../support/chaos/switchboard.ts';
import {
  answered,
  broken,
  limited,
  malformed,
  type Outcome,
  refused,
  surelyNot,
  timedOut,
  unavailable,
} from './outcome.ts';

export interface FaultRow {
  /** What the upstream does: it … */
  fault: string;
  strike: Fault;
  occurrence?: Occurrence;
  /** What becomes of a read, of a change that may be repeated, and of one that may not. */
  read: Outcome;
  repeatable: Outcome;
  once: Outcome;
}

const same = (outcome: Outcome) => ({ read: outcome, repeatable: outcome, once: outcome });

/** Reads are sent three times, changes once. */
const thriceOrOnce = (
  outcome: (arrived: number, executed: number) => Outcome,
  executed: 'executed' | 'not executed',
) => {
  const each = (arrived: number) => outcome(arrived, executed === 'executed' ? arrived : 0);
  return { read: each(3), repeatable: each(1), once: each(1) };
};

/** Faults of the connection that end at once. */
export const connectionFaults: FaultRow[] = [
  { fault: 'resets every connection', strike: reset, ...thriceOrOnce(unavailable, 'not executed') },
  {
    fault: 'resets once',
    strike: reset,
    occurrence: { times: 1 },
    read: answered(2, 1),
    repeatable: unavailable(1),
    once: unavailable(1),
  },
  { fault: 'does the work and resets', strike: afterwards(reset), ...thriceOrOnce(unavailable, 'executed') },
  { fault: 'resets in the middle of the answer', strike: resetInBody, ...thriceOrOnce(unavailable, 'executed') },
  {
    fault: 'does the work and resets once',
    strike: afterwards(reset),
    occurrence: { times: 1 },
    read: answered(2),
    repeatable: unavailable(1, 1),
    once: unavailable(1, 1),
  },
  {
    fault: 'ends the answer before its announced length',
    strike: truncated('of the whole'),
    ...thriceOrOnce(unavailable, 'executed'),
  },
];

/** Refusals by a code of the protocol. */
export const refusals: FaultRow[] = [
  {
    fault: 'says 503 UPSTREAM_UNAVAILABLE',
    strike: failure(503, { code: 'UPSTREAM_UNAVAILABLE' }),
    read: unavailable(3),
    repeatable: unavailable(3),
    once: surelyNot(unavailable(1)),
  },
  {
    fault: 'says 504 UPSTREAM_TIMEOUT',
    strike: afterwards(failure(504, { code: 'UPSTREAM_TIMEOUT' })),
    ...thriceOrOnce(timedOut, 'executed'),
  },
  { fault: 'says 500 UPSTREAM_ERROR', strike: failure(500, { code: 'UPSTREAM_ERROR' }), ...same(broken(1)) },
  { fault: 'says 403 FORBIDDEN', strike: failure(403, { code: 'FORBIDDEN' }), ...same(refused('FORBIDDEN')) },
  {
    fault: 'says 424 NOT_CONNECTED',
    strike: failure(424, { code: 'NOT_CONNECTED' }),
    ...same(refused('NOT_CONNECTED')),
  },
  {
    fault: 'says 424 CONNECTION_EXPIRED',
    strike: failure(424, { code: 'CONNECTION_EXPIRED' }),
    ...same(refused('CONNECTION_EXPIRED')),
  },
  {
    fault: 'says 400 with a code that nobody knows',
    strike: failure(400, { code: 'COFFEE_SPILT' }),
    ...same(broken(1)),
  },
];

/** Answers of something between the graph and the platform: a page, not the protocol. */
export const bareStatuses: FaultRow[] = [
  ...[400, 404, 405, 411, 413, 418, 500, 501].map((status) => ({
    fault: `says ${status} with a page`,
    strike: bareStatus(status),
    ...same(broken(1)),
  })),
  { fault: 'says 403 with a page', strike: bareStatus(403), ...same(broken(1)) },
  { fault: 'says 408 with a page', strike: bareStatus(408), ...thriceOrOnce(timedOut, 'not executed') },
  {
    fault: 'says 429 with a page',
    strike: bareStatus(429),
    read: limited(3),
    repeatable: limited(3),
    once: surelyNot(limited(1)),
  },
  { fault: 'says 502 with a page', strike: bareStatus(502), ...thriceOrOnce(unavailable, 'not executed') },
  { fault: 'says 503 with a page', strike: bareStatus(503), ...thriceOrOnce(unavailable, 'not executed') },
  { fault: 'says 504 with a page', strike: bareStatus(504), ...thriceOrOnce(timedOut, 'not executed') },
  {
    fault: 'does the work and says 502 with a page',
    strike: afterwards(bareStatus(502)),
    ...thriceOrOnce(unavailable, 'executed'),
  },
  { fault: 'sends the call elsewhere', strike: redirect('http://127.0.0.1:1/'), ...same(broken(1)) },
];

/** Answers that cannot be read. */
export const unreadable: FaultRow[] = [
  { fault: 'answers malformed JSON', strike: text('{"data": oops}'), ...same(malformed(1, 1)) },
  { fault: 'answers nothing', strike: text(''), ...same(malformed(1, 1)) },
  { fault: 'answers a page with 200', strike: text('<!doctype html>'), ...same(malformed(1, 1)) },
  { fault: 'answers half of the JSON', strike: truncated('of the half'), ...same(malformed(1, 1)) },
  { fault: 'answers a list for an envelope', strike: envelope([]), ...same(malformed(1, 1)) },
  { fault: 'answers null for an envelope', strike: envelope(null), ...same(malformed(1, 1)) },
  { fault: 'answers an envelope of another protocol', strike: envelope({ result: {} }), ...same(malformed(1, 1)) },
  {
    fault: 'answers 200 with an error in it',
    strike: envelope({ error: { code: 'FORBIDDEN', message: 'No.' } }),
    ...same(malformed(1, 1)),
  },
  { fault: 'says gzip and is none', strike: gzip('nonsense'), ...same(malformed(1, 1)) },
  { fault: 'answers 100 MB', strike: huge(100_000_000), ...same(malformed(1, 1)) },
];

/** Faults that take the time of a call. */
export const slowFaults: FaultRow[] = [
  { fault: 'never answers', strike: silence, ...thriceOrOnce(timedOut, 'not executed') },
  { fault: 'does the work and answers too late', strike: late(600), ...thriceOrOnce(timedOut, 'executed') },
  { fault: 'answers a byte at a time', strike: drip(20), ...thriceOrOnce(timedOut, 'executed') },
  {
    fault: 'answers too late once',
    strike: late(600),
    occurrence: { times: 1 },
    read: answered(2),
    repeatable: timedOut(1, 1),
    once: timedOut(1, 1),
  },
];
