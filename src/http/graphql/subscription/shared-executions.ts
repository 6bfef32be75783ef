import { type DocumentNode, type ExecutionArgs, type ExecutionResult, visit } from 'graphql';
import { untilAborted } from '../../../operation/promises.ts';
import type { SharedLoads } from '../../../graph/core/context.ts';
import { stringify } from 'safe-stable-stringify';

/** How long after an event other subscriptions can join its executions. */
const joinableMs = 2_000;

interface SharedExecution {
  key: {
    /** The event, the identifier and the scopes: executions with the same value share their loaders. */
    loads: string;
    document: object;
    variables: string;
  };
  signal: AbortSignal;
  discardReads: () => void;
  execute: (shared: SharedLoads) => Promise<ExecutionResult>;
}

interface Loads extends SharedLoads {
  abort(reason: unknown): void;
  executions: Map<object, Map<string, Promise<ExecutionResult>>>;
  waiting: number;
}

/**
 * Executes an event once for equal operations of a caller. Different operations share their loaders, so that a record
 * is loaded once. The work is aborted when the last subscription that waits for it has ended.
 */
export function createSharedExecutions() {
  const joinable = new Map<string, Loads>();

  function open(key: string, discardReads: () => void): Loads {
    const controller = new AbortController();
    let hasDiscarded = false;
    const loads: Loads = {
      loaderScope: {},
      signal: controller.signal,
      discardEarlierReads() {
        if (!hasDiscarded) discardReads();
        hasDiscarded = true;
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
      // A client that subscribes again after a rejection must not get the same rejection.
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

/**
 * Returns equal texts for subscriptions whose events have the same results: variables that only the arguments of the
 * root field use, such as the cursor, do not count.
 */
export function executionVariables({
  document,
  operationName,
  variableValues,
}: Pick<ExecutionArgs, 'document' | 'operationName' | 'variableValues'>): string {
  const names = variablesBelowRoot(document);
  const used = Object.entries(variableValues ?? {}).filter(([name]) => names.has(name));
  // Do not omit null: the argument has its default value only if the variable is missing.
  return stringify([operationName ?? null, Object.fromEntries(used)]) ?? '';
}

const namesByDocument = new WeakMap<DocumentNode, ReadonlySet<string>>();

function variablesBelowRoot(document: DocumentNode): ReadonlySet<string> {
  const known = namesByDocument.get(document);
  if (known) return known;
  const names = new Set<string>();
  let depth = 0;
  visit(document, {
    VariableDefinition: () => false,
    // A fragment can be spread at any depth; its variables count even if it is spread at the root.
    FragmentDefinition: { enter: () => void (depth += 1), leave: () => void (depth -= 1) },
    Field: { enter: () => void (depth += 1), leave: () => void (depth -= 1) },
    Variable({ name }) {
      if (depth > 1) names.add(name.value);
    },
  });
  namesByDocument.set(document, names);
  return names;
}
