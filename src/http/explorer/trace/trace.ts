/** An entry of `extensions.toolCalls`. */
export interface ToolCall {
  tool: string;
  source: 'CALLED' | 'SHARED' | 'CACHED';
  keys: number;
  /** Milliseconds since the start of the operation. */
  startMs: number;
  durationMs: number;
  error?: string;
}

interface ResponseTrace {
  toolCalls: ToolCall[];
  cost?: { requestedQueryCost: number | null; actualQueryCost: number };
}

export type CallState = 'called' | 'shared' | 'cached' | 'failed';

/** Calls of the same tool in the same round, with the same outcome. */
export interface CallGroup {
  key: string;
  round: number;
  tool: string;
  state: CallState;
  error: string | undefined;
  calls: ToolCall[];
  keys: number;
  startMs: number;
  /** From the start of the first call to the end of the last one. */
  durationMs: number;
  cost: number;
}

export interface TraceSummary {
  groups: CallGroup[];
  sent: number;
  /** Calls that shared the result of another call, or that the cache answered. */
  saved: number;
  failed: number;
  rounds: number;
  /** Since the start of the operation. */
  totalMs: number;
}

/** Returns undefined if the text is not a response, or has no trace. */
export function readTrace(response: string): ResponseTrace | undefined {
  try {
    const { extensions }: { extensions?: Partial<ResponseTrace> } = JSON.parse(response);
    const { toolCalls, cost } = extensions ?? {};
    if (!Array.isArray(toolCalls)) return undefined;
    return cost ? { toolCalls, cost } : { toolCalls };
  } catch {
    return undefined;
  }
}

/**
 * A call's round is one higher than the highest round among the calls that had ended when it started. Latency grows
 * with the rounds, not with the number of calls.
 */
export function summarizeTrace(toolCalls: readonly ToolCall[], toolCallCost: number): TraceSummary {
  const rounds = roundsOf(toolCalls);
  const byKey = Map.groupBy(rounds, ({ call, round }) => [round, call.tool, stateOf(call), call.error ?? ''].join(' '));
  const groups = [...byKey].flatMap(([key, members]) => groupOf(key, members, toolCallCost) ?? []);
  const sent = toolCalls.filter(({ source }) => source === 'CALLED').length;
  return {
    groups: groups.toSorted((a, b) => a.round - b.round || a.startMs - b.startMs),
    sent,
    saved: toolCalls.length - sent,
    failed: toolCalls.filter(({ error }) => error !== undefined).length,
    rounds: Math.max(0, ...rounds.map(({ round }) => round)),
    totalMs: Math.max(0, ...toolCalls.map(endOf)),
  };
}

const endOf = ({ startMs, durationMs }: ToolCall) => startMs + durationMs;

const stateBySource = { CALLED: 'called', SHARED: 'shared', CACHED: 'cached' } as const;

const stateOf = ({ source, error }: ToolCall): CallState => (error === undefined ? stateBySource[source] : 'failed');

interface CallInRound {
  call: ToolCall;
  round: number;
}

/** Times are rounded to hundredths, so a call can seem to begin before the end of the call that it waited for. */
const toleranceMs = 0.02;

function roundsOf(toolCalls: readonly ToolCall[]): CallInRound[] {
  const earlier: CallInRound[] = [];
  for (const call of toolCalls.toSorted((a, b) => a.startMs - b.startMs)) {
    const awaited = earlier.filter(
      // A cached result takes no time, so calls after it belong to the same round.
      (other) => other.call.source !== 'CACHED' && endOf(other.call) <= call.startMs + toleranceMs,
    );
    earlier.push({ call, round: 1 + Math.max(0, ...awaited.map(({ round }) => round)) });
  }
  return earlier;
}

function groupOf(key: string, members: readonly CallInRound[], toolCallCost: number): CallGroup | undefined {
  const [first] = members;
  if (!first) return undefined;
  const calls = members.map(({ call }) => call);
  const startMs = Math.min(...calls.map((call) => call.startMs));
  return {
    key,
    round: first.round,
    tool: first.call.tool,
    state: stateOf(first.call),
    error: first.call.error,
    calls,
    keys: calls.reduce((sum, call) => sum + call.keys, 0),
    startMs,
    durationMs: Math.max(...calls.map(endOf)) - startMs,
    cost: toolCallCost * calls.filter(({ source }) => source === 'CALLED').length,
  };
}
