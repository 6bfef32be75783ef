import { expect } from 'vitest';
import type { Fault } from '../support/chaos/exchange.ts';
import type { Occurrence } from '../support/chaos/switchboard.ts';
import { type Chaos, type Node, startChaos } from './chaos-graph.ts';
import { reads, type StruckChange, type StruckRead } from './operations.ts';
import type { Outcome } from './outcome.ts';

/** What the upstream does wrong. */
export interface Strike {
  fault: Fault;
  occurrence?: Occurrence;
  /** The operation's tool when omitted. */
  target?: string;
}

interface StruckAnswer {
  data: unknown;
  errors: unknown[];
  /** How many requests for the tool arrived, and in how many of them it ran. */
  arrived: number;
  executed: number;
}

export interface StruckOutcome extends StruckAnswer {
  next: StruckAnswer;
}

/** One graph after the other, each in front of the same upstream. */
export interface StruckLab {
  chaos: Chaos;
  /** A graph that has a token and open connections, and whose retries come at once. */
  startNode(environment?: Record<string, string>): Promise<Node>;
  /** How the operation ends, and once the fault is over, how the next one does: `reads[0]`. */
  strike(strike: Strike, operation: StruckRead | StruckChange): Promise<StruckOutcome>;
  closeNode(): Promise<void>;
  close(): Promise<void>;
}

export async function openStruckLab(): Promise<StruckLab> {
  const chaos = await startChaos();
  const { upstream } = chaos;
  let node: Node | undefined;
  let marks = 0;

  async function startNode(environment: Record<string, string> = {}): Promise<Node> {
    node = await chaos.startNode({ environment, parts: { resilience: { retry: { initialDelayMs: 1 } } } });
    await node.execute('{ lists { id } organization { name } }');
    upstream.behave();
    return node;
  }

  function counted(tool: string) {
    const arrived = upstream.calls.filter((call) => call.tool === tool);
    return { arrived: arrived.length, executed: arrived.filter(({ executed }) => executed).length };
  }

  return {
    chaos,
    startNode,
    async strike({ fault, occurrence, target }, operation) {
      const struck = node ?? (await startNode());
      upstream.misbehave(target ?? operation.tool, fault, occurrence);
      marks += 1;
      const { data, errors } = await struck.execute(operation.document(`mark-${marks}`));
      const outcome = { data, errors, ...counted(operation.tool) };
      upstream.behave();
      const [{ document, tool }] = reads;
      const next = await struck.execute(document());
      return { ...outcome, next: { data: next.data, errors: next.errors, ...counted(tool) } };
    },
    async closeNode() {
      upstream.behave();
      await node?.close();
      node = undefined;
    },
    async close() {
      await node?.close();
      await chaos.close();
    },
  };
}

/** The outcome to expect; the next operation is answered at once. */
export function outcomeOf(operation: StruckRead | StruckChange, outcome: Outcome): StruckOutcome {
  const { arrived, executed } = outcome;
  const answer = operation.class === 'read' ? readAnswer(operation, outcome) : changeAnswer(operation, outcome);
  return { ...answer, arrived, executed, next: { data: reads[0].whole, errors: [], arrived: 1, executed: 1 } };
}

const toolName = (tool: string) => tool.replace(/^(talent|convo)_/, '');

function readAnswer({ tool, path, whole, without }: StruckRead, { code, isRetryable, retryAt }: Outcome) {
  if (code === undefined) return { data: whole, errors: [] };
  const requestId: unknown = expect.stringMatching(/^[\w-]{36}$/);
  const message: unknown = expect.any(String);
  const extensions = { code, tool: toolName(tool), isRetryable, retryAt, requestId };
  return { data: without, errors: [{ message, path, extensions }] };
}

function changeAnswer(
  { class: toolClass, tool, field, success }: StruckChange,
  { code, isRetryable, retryAt, neverArrived = false }: Outcome,
) {
  // Whoever asks again for what must not happen twice has to look first.
  const isUncertain = toolClass === 'once' && isRetryable === true && !neverArrived;
  return { data: { [field]: result() }, errors: [] };

  function result() {
    if (code === undefined) return { __typename: success };
    if (code === 'FORBIDDEN') return { __typename: 'NotPermittedProblem', code };
    const retry = isUncertain ? { isRetryable: false, retryAt: null } : { isRetryable, retryAt };
    return { __typename: 'UpstreamProblem', code, tool: toolName(tool), ...retry };
  }
}
