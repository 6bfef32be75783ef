import type { ExecutionResult } from 'graphql';
import { untilAborted } from '../../../operation/until-aborted.ts';
import type { SharedLoads } from '../../../graph/core/context.ts';

/** How long further subscriptions can join what is loaded for an event, in milliseconds. */
const joinableMs = 2_000;

export interface ExecutionKey {
  /** The event, the identifier and the scopes: executions with the same value share their loaders. */
  loads: string;
  /** The operation. */
  document: object;
  /** The name and the variables of the operation. */
  variables: string;
}

export interface SharedExecution {
  key: ExecutionKey;
  /** Aborted when the subscription ends. */
  signal: AbortSignal;
  discardReads: () => void;
  execute: (shared: SharedLoads) => Promise<ExecutionResult>;
}

interface Loads extends SharedLoads {
  abort(reason: unknown): void;
  executions: Map<object, Map<string, Promise<ExecutionResult>>>;
  /** Number of subscriptions that wait for an execution. */
  waiting: number;
}

/**
 * Returns a function that executes an operation for an event, or joins the same execution by another subscription.
 * Executions of different operations share their loaders, so that each record is loaded once for an event and a caller.
 * What is loaded is aborted when the last subscription that waits for it has ended.
 */
export function createSharedExecutions() {
  const joinable = new Map<string, Loads>();

  function open(key: string, discardReads: () => void): Loads {
    const controller = new AbortController();
    let areDiscarded = false;
    const loads: Loads = {
      loaderScope: {},
      signal: controller.signal,
      discardEarlierReads() {
        if (!areDiscarded) discardReads();
        areDiscarded = true;
      },
      abort: (reason) => controller.abort(reason),
      executions: new Map(),
      waiting: 0,
    };
    joinable.set(key, loads);
    setTimeout(() => close(key, loads), joinableMs).unref();
    return loads;
  }

  function close(key: string, loads: Loads): void {
    if (joinable.get(key) === loads) joinable.delete(key);
  }

  return async ({ key, signal, discardReads, execute }: SharedExecution): Promise<ExecutionResult> => {
    const loads = joinable.get(key.loads) ?? open(key.loads, discardReads);
    const ofDocument = loads.executions.get(key.document) ?? new Map<string, Promise<ExecutionResult>>();
    const execution = ofDocument.get(key.variables) ?? execute(loads);
    loads.executions.set(key.document, ofDocument.set(key.variables, execution));
    loads.waiting += 1;
    try {
      const result = await untilAborted(signal, () => execution);
      // A client that subscribes again after a rejection must not get the same one.
      if (result.data === undefined) ofDocument.delete(key.variables);
      return result;
    } finally {
      loads.waiting -= 1;
      if (signal.aborted && loads.waiting === 0) {
        close(key.loads, loads);
        loads.abort(signal.reason);
      }
    }
  };
}
