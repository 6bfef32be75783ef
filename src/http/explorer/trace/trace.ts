/** An entry of `extensions.toolCalls`. */
export interface ToolCall {
  tool: string;
  source: 'CALLED' | 'SHARED' | 'CACHED';
  /** Number of loader keys that the call serves, such as the ids of a batch. */
  keys: number;
  /** Milliseconds since the start of the operation. */
  startMs: number;
  durationMs: number;
  error?: string;
}

interface ResponseTrace {
  toolCalls: ToolCall[];
  cost?: { requestedQueryCost: number | null; actualQueryCost: number } | undefined;
}

export interface TracedCall extends ToolCall {
  /** One more than the highest round among the calls, except cached ones, that had ended before this call started. */
  round: number;
  state: 'called' | 'shared' | 'cached' | 'failed';
  cost: number;
}

/** Calls of one tool in the same round with the same outcome: total keys and cost, and the time until all ended. */
export interface CallGroup extends TracedCall {
  calls: TracedCall[];
}

/** Returns undefined if the text is not a response, or has no trace. */
export function readTrace(response: string): ResponseTrace | undefined {
  try {
    const { extensions }: { extensions?: Partial<ResponseTrace> } = JSON.parse(response);
    const { toolCalls, cost } = extensions ?? {};
    return Array.isArray(toolCalls) ? { toolCalls, cost } : undefined;
  } catch {
    return undefined;
  }
}

const endOf = ({ startMs, durationMs }: ToolCall) => startMs + durationMs;

const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** Times are rounded to hundredths, so a call can seem to begin before the end of the call that it waited for. */
const toleranceMs = 0.02;

const stateBySource = { CALLED: 'called', SHARED: 'shared', CACHED: 'cached' } as const;

/** Groups the calls by round, because latency grows with the rounds, not with the number of calls. */
export function groupCalls(toolCalls: readonly ToolCall[], toolCallCost: number): CallGroup[] {
  const traced: TracedCall[] = [];
  for (const call of toolCalls.toSorted((a, b) => a.startMs - b.startMs)) {
    // A cached result takes no time, so calls after it belong to the same round.
    const awaited = traced.filter((other) => other.source !== 'CACHED' && endOf(other) <= call.startMs + toleranceMs);
    traced.push({
      ...call,
      round: 1 + Math.max(0, ...awaited.map(({ round }) => round)),
      state: call.error === undefined ? stateBySource[call.source] : 'failed',
      cost: call.source === 'CALLED' ? toolCallCost : 0,
    });
  }
  const groups = Map.groupBy(traced, ({ round, tool, state, error }) => [round, tool, state, error].join(' '));
  return [...groups.values()].flatMap(groupOf).toSorted((a, b) => a.round - b.round);
}

function groupOf(calls: TracedCall[]): CallGroup[] {
  const [first] = calls;
  if (!first) return [];
  const keys = sumOf(calls.map((call) => call.keys));
  const cost = sumOf(calls.map((call) => call.cost));
  return [{ ...first, calls, keys, cost, durationMs: Math.max(...calls.map(endOf)) - first.startMs }];
}

/** Returns a line such as `Cost 150: 140 for 14 calls + 10 objects · estimated 160 · 3 rounds · 20 ms`. */
export function describeTrace({ toolCalls, cost }: ResponseTrace, toolCallCost: number): string {
  const sent = toolCalls.filter(({ source }) => source === 'CALLED').length;
  const saved = toolCalls.length - sent;
  const failed = toolCalls.filter(({ error }) => error !== undefined).length;
  const rounds = Math.max(0, ...groupCalls(toolCalls, toolCallCost).map(({ round }) => round));
  const calls = count(sent, 'call');
  const parts = [
    ...(saved > 0 ? [`${saved} saved`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    count(rounds, 'round'),
    `${Math.round(totalTime(toolCalls))} ms`,
  ];
  if (!cost) return [calls, ...parts].join(' · ');
  const { requestedQueryCost, actualQueryCost } = cost;
  const callCost = toolCallCost * sent;
  const estimate = requestedQueryCost === null ? [] : [`estimated ${requestedQueryCost}`];
  const objects = count(actualQueryCost - callCost, 'object');
  return [`Cost ${actualQueryCost}: ${callCost} for ${calls} + ${objects}`, ...estimate, ...parts].join(' · ');
}

/** Milliseconds from the start of the operation to the end of its last call. */
export const totalTime = (toolCalls: readonly ToolCall[]) => Math.max(0, ...toolCalls.map(endOf));

export const count = (number: number, noun: string) =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
