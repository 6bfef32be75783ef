import { CodedError, type ErrorDetails } from '../tools/errors/coded-error.ts';
import type { CodeOf } from '../tools/errors/error-codes.ts';
import { OperationTimeoutError } from './calls/operation-timeout.ts';
import { createToolLedger } from './calls/tool-ledger.ts';
import { OperationCost } from './cost/operation-cost.ts';
import { type OperationRequest, type Preparation, prepareOperation } from './execution/plan.ts';
import { createWorkList } from './execution/work-list.ts';
import type { Payer } from './payer.ts';
import { turnsOfWork } from './work-turns.ts';

/** At the time limit, tool calls fail and their fields become null. The result must be complete this much later. */
export const completionGraceMs = 500;

interface OperationErrorDetails extends ErrorDetails<CodeOf<'operation'>> {
  /** Path of the field that exceeded a limit of the result, if it was a single field. */
  path?: readonly (string | number)[];
  extensions?: { maxFirst?: number | undefined; [name: string]: unknown };
}

/** The error that replaces the whole result of an operation. */
export class OperationError extends CodedError<OperationErrorDetails> {
  readonly path: readonly (string | number)[] | undefined;
  readonly extensions: OperationErrorDetails['extensions'];

  constructor(details: OperationErrorDetails) {
    super(details);
    this.path = details.path;
    this.extensions = details.extensions;
  }
}

/** Number of objects of a list that are handled without a turn of the event loop. */
const objectsWithoutTurns = 1000;

export type Operation = ReturnType<typeof startOperation>;

export interface OperationContext {
  operation: Operation;
}

interface OperationOptions {
  payer: Payer;
  /** Aborted when the client disconnects. */
  clientSignal: AbortSignal;
  /** Set if operations share tool calls: this signal and the time limit then abort the calls, but `stop` does not. */
  sharedSignal?: AbortSignal | undefined;
  /** The time limit of the operation, which starts now. */
  timeoutMs: number;
  clock?: () => number;
}

/** Starts the time limit of an operation, and creates what its execution shares. The caller must call `end`. */
export function startOperation({
  payer,
  clientSignal,
  sharedSignal,
  timeoutMs,
  clock = () => performance.now(),
}: OperationOptions) {
  const stopped = new AbortController();
  const calls = new AbortController();
  const ledger = createToolLedger();
  const deadlineAt = clock() + timeoutMs;
  let prepared: Preparation | undefined;
  const turns = turnsOfWork.open(payer.identifier);
  const work = createWorkList({
    turns,
    signal: stopped.signal,
    // A timer cannot interrupt synchronous work.
    checkTime: () => {
      if (clock() > deadlineAt + completionGraceMs) timeOut();
    },
  });

  /** Stops the operation: no object is created and, unless calls are shared, no call sent. The first reason counts. */
  function stop(reason: unknown): void {
    stopped.abort(reason);
    work.end();
    if (!sharedSignal) calls.abort(reason);
  }
  const timeOut = () => stop(timeoutError(timeoutMs));
  const leave = () => stop(clientSignal.reason);
  let timer = setTimeout(() => {
    timer = setTimeout(timeOut, completionGraceMs).unref();
    calls.abort(new OperationTimeoutError(timeoutMs));
  }, timeoutMs).unref();
  if (clientSignal.aborted) leave();
  else clientSignal.addEventListener('abort', leave, { once: true });

  return {
    payer,
    /** The turns that long work of the operation takes. Loaders wait during a turn, so that batches are complete. */
    turns: {
      get isDue() {
        return turns.isDue;
      },
      take: () => work.hold(turns.take()),
      /** Must be called before a list is created: 100 aliases could create their lists before any object is counted. */
      async takeForList(length: number): Promise<void> {
        if (length <= objectsWithoutTurns) return;
        await work.hold(turns.take());
        stopped.signal.throwIfAborted();
      },
    },
    cost: new OperationCost(ledger),
    ledger,
    /** Prepares the operation at the first call: the cost check and the executor pass the same request. */
    prepare: (request: OperationRequest) => (prepared ??= prepareOperation(request)),
    /** Ends tool calls: aborted at the time limit or with `sharedSignal`; without `sharedSignal`, also by `stop`. */
    callSignal: sharedSignal ? AbortSignal.any([sharedSignal, calls.signal]) : calls.signal,
    /** The time limit, on the clock of `performance.now()`. */
    deadlineAt,
    /** Aborted when the operation is stopped. Its reason is an OperationError, or the reason of the client's signal. */
    signal: stopped.signal,
    work,
    stop,
    /** Releases the timer, the listener and the work that is left. Must be called when the operation ends. */
    end(): void {
      clearTimeout(timer);
      work.end();
      clientSignal.removeEventListener('abort', leave);
    },
  };
}

const timeoutError = (timeoutMs: number) =>
  new OperationError({
    code: 'OPERATION_TIMEOUT',
    message: `The result was not complete within ${timeoutMs} ms, the time limit of an operation. Request less at once.`,
  });
