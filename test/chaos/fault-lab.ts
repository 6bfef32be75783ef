import { expect, vi } from 'vitest';
import type { Fault } from '../support/chaos/exchange.ts';
import type { Occurrence } from '../support/chaos/fault-schedule.ts';
import { stopClock } from '../support/stopped-clock.ts';
import { type CallClock, createCallClock } from './call-clock.ts';
import { type Chaos, type Node, type NodeOptions, startChaos } from './chaos-graph.ts';
import { reads, type ChangeOperation, type ReadOperation } from './operations.ts';
import type { Outcome } from './outcome.ts';

/** A fault to inject during an operation. */
export interface InjectedFault {
  fault: Fault;
  occurrence?: Occurrence | undefined;
}

const impatientTimeoutMs = 200;

interface ToolOutcome {
  data: unknown;
  errors: unknown[];
  /** Number of requests for the tool that arrived, and number of them that ran the tool. */
  arrived: number;
  executed: number;
}

export interface ObservedOutcome extends ToolOutcome {
  /** The outcome of `reads[0]` after the fault was removed. */
  next: ToolOutcome;
}

/** Runs operations with injected faults, on one graph at a time. All graphs call the same upstream. */
export interface FaultLab {
  chaos: Chaos;
  /** Starts a graph that has a token and open connections, and that retries without delay. */
  startNode(): Promise<Node>;
  /** Like `startNode`, but stops the clock until `closeNode`: only faulty calls time out. */
  startImpatientNode(): Promise<Node>;
  /** @param heldCalls how many calls one request of the target carries; 1 by default */
  injectFault(target: string, fault: InjectedFault, heldCalls?: number): void;
  /** Runs the operation with the fault, and then `reads[0]` without it. Starts a graph if there is none. */
  run(fault: InjectedFault, operation: ReadOperation | ChangeOperation): Promise<ObservedOutcome>;
  closeNode(): Promise<void>;
  close(): Promise<void>;
}

export async function openFaultLab(): Promise<FaultLab> {
  const chaos = await startChaos();
  const { upstream } = chaos;
  let node: Node | undefined;
  let clock: CallClock | undefined;
  let marks = 0;

  async function startNode({ parts, ...options }: NodeOptions = {}): Promise<Node> {
    node = await chaos.startNode({ ...options, parts: { resilience: { initialRetryDelayMs: 1 }, ...parts } });
    await node.execute('{ lists { id } organization { name } }');
    upstream.reset();
    return node;
  }

  async function startImpatientNode(): Promise<Node> {
    stopClock();
    const calls = createCallClock(impatientTimeoutMs);
    clock = calls;
    const started = await startNode({
      environment: { TOOL_TIMEOUT_MS: String(impatientTimeoutMs) },
      parts: { wrapTransport: calls.wrapTransport },
    });
    node = { ...started, execute: (query, options) => calls.run(started.execute(query, options)) };
    return node;
  }

  function injectFault(target: string, { fault, occurrence }: InjectedFault, heldCalls = 1): void {
    upstream.injectFault(target, clock?.hold(fault, heldCalls) ?? fault, occurrence);
  }

  function counted(tool: string) {
    const arrived = upstream.calls.filter((call) => call.tool === tool);
    return { arrived: arrived.length, executed: arrived.filter(({ executed }) => executed).length };
  }

  async function closeNode(): Promise<void> {
    upstream.reset();
    await node?.close();
    node = clock = undefined;
    vi.useRealTimers();
  }

  // undici never replaces the timer that its first request creates, so create it before the clock stops.
  await startNode();
  await closeNode();

  return {
    chaos,
    startNode: () => startNode(),
    startImpatientNode,
    injectFault,
    async run(fault, operation) {
      const graph = node ?? (await startNode());
      upstream.reset();
      injectFault(operation.tool, fault);
      marks += 1;
      const { data, errors } = await graph.execute(operation.document(`mark-${marks}`));
      const outcome = { data, errors, ...counted(operation.tool) };
      upstream.reset();
      const [{ document, tool }] = reads;
      const next = await graph.execute(document());
      return { ...outcome, next: { data: next.data, errors: next.errors, ...counted(tool) } };
    },
    closeNode,
    async close() {
      await closeNode();
      await chaos.close();
    },
  };
}

/** The expected outcome of an operation; the next operation must succeed at the first attempt. */
export function outcomeOf(operation: ReadOperation | ChangeOperation, outcome: Outcome): ObservedOutcome {
  const { arrived, executed } = outcome;
  const answer = operation.class === 'read' ? readAnswer(operation, outcome) : changeAnswer(operation, outcome);
  return { ...answer, arrived, executed, next: { data: reads[0].whole, errors: [], arrived: 1, executed: 1 } };
}

const toolName = (tool: string) => tool.replace(/^(talent|convo)_/, '');

/** The expected response to a read. */
export function readAnswer({ tool, path, whole, without }: ReadOperation, { code, isRetryable, retryAt }: Outcome) {
  if (code === undefined) return { data: whole, errors: [] };
  const requestId: unknown = expect.stringMatching(/^[\w-]{36}$/);
  const message: unknown = expect.any(String);
  const extensions = { code, tool: toolName(tool), isRetryable, retryAt, requestId };
  return { data: without, errors: [{ message, path, extensions }] };
}

function changeAnswer(
  { class: toolClass, tool, field, success }: ChangeOperation,
  { code, isRetryable, retryAt, neverArrived = false }: Outcome,
) {
  // A non-repeatable change that may have taken effect is not retryable.
  const isUncertain = toolClass === 'once' && isRetryable === true && !neverArrived;
  return { data: { [field]: result() }, errors: [] };

  function result() {
    if (code === undefined) return { __typename: success };
    if (code === 'FORBIDDEN') return { __typename: 'NotPermittedProblem', code };
    const failure = isUncertain
      ? { code: 'OUTCOME_UNKNOWN', isRetryable: false, retryAt: null }
      : { code, isRetryable, retryAt };
    return { __typename: 'UpstreamProblem', tool: toolName(tool), ...failure };
  }
}
