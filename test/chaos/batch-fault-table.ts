import { cutAfterLines, wrongLastIndex } from '../support/chaos/batch-faults.ts';
import { text } from '../support/chaos/body-faults.ts';
import type { Fault } from '../support/chaos/exchange.ts';
import { afterwards, bareStatus, failure, reset, silence } from '../support/chaos/faults.ts';
import type { BatchOutcome } from './batch-lab.ts';
import { malformed, type Outcome, serviceError, succeeded } from './outcome.ts';

export interface BatchFaultRow extends BatchOutcome {
  /** What the upstream does once, as a predicate. */
  behaviour: string;
  fault: Fault;
}

const both = (outcome: Outcome) => ({ signal: outcome, list: outcome });

/** Faults of a batch of `signal`, then `list`. A call whose response line arrived is unaffected. */
export const batchFaults: BatchFaultRow[] = [
  { behaviour: 'resets the connection', fault: reset, ...both(succeeded(2, 1)) },
  { behaviour: 'executes the batch and resets the connection', fault: afterwards(reset), ...both(succeeded(2)) },
  {
    behaviour: 'resets the connection after the first line',
    fault: cutAfterLines(1, 'reset'),
    signal: succeeded(1),
    list: succeeded(2),
  },
  { behaviour: 'resets the connection in the first line', fault: cutAfterLines(0, 'reset'), ...both(succeeded(2)) },
  {
    behaviour: 'ends the response in the second line',
    fault: cutAfterLines(1, 'end'),
    signal: succeeded(1),
    list: malformed(1, 1),
  },
  { behaviour: 'sends a wrong index', fault: wrongLastIndex, signal: succeeded(1), list: malformed(1, 1) },
  { behaviour: 'responds with malformed JSON', fault: text('{"data": oops}'), ...both(malformed(1, 1)) },
  { behaviour: 'responds with an empty body', fault: text(''), ...both(malformed(1, 1)) },
  { behaviour: 'responds with 503 and an HTML page', fault: bareStatus(503), ...both(succeeded(2, 1)) },
  { behaviour: 'responds with 500 and an HTML page', fault: bareStatus(500), ...both(serviceError(1)) },
  {
    behaviour: 'responds with 429 RATE_LIMITED',
    fault: failure(429, { code: 'RATE_LIMITED', retry_after_ms: 1 }),
    ...both(succeeded(2, 1)),
  },
  { behaviour: 'accepts no batches any more', fault: bareStatus(404), ...both(succeeded(2, 1)), isSentAgain: true },
  { behaviour: 'never responds', fault: silence, ...both(succeeded(2, 1)) },
];
