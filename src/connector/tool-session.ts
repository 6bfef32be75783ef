import { z } from 'zod';
import type { Tool, ToolInput, ToolRecord } from '../tools/tool.ts';
import { requireScope, type Scope, scopeOf } from './scope.ts';
import { ToolError } from './tool-error.ts';

/** One tool call as `extensions.toolCalls` shows it. */
export interface ToolCallTrace {
  tool: string;
  /** `CALLED`: went out; `SHARED`: another call in flight answered; `CACHED`: kept from an earlier one. */
  source: 'CALLED' | 'SHARED' | 'CACHED';
  /** How many keys of the graph the call answers: ids of a batch, else 1. */
  keys: number;
  /** Since the operation began. */
  startMs: number;
  durationMs: number;
}

/** The tool calls of one operation of one caller. */
export interface ToolSession {
  /**
   * Calls a tool and reads what it answers.
   * @throws ToolError: refused for want of a scope, by the input rules, by the budget, by the service; unreachable; or unreadable
   */
  call<T extends Tool>(tool: T, input: ToolInput<T>, options?: { keys?: number }): Promise<ToolRecord<T>>;
  /** In order of start. */
  readonly trace: readonly ToolCallTrace[];
  readonly signal: AbortSignal;
  /** What the caller may do. */
  readonly scopes: ReadonlySet<Scope>;
}

/** How many tool calls one operation may spend. */
export const toolCallBudget = 200;

export interface ToolSessionOptions {
  /** Sends a call that the session has admitted. */
  send(tool: Tool, input: unknown): Promise<unknown>;
  signal: AbortSignal;
  scopes: ReadonlySet<Scope>;
  budget?: number;
}

export function createToolSession({ send, signal, scopes, budget = toolCallBudget }: ToolSessionOptions): ToolSession {
  const begun = performance.now();
  const trace: ToolCallTrace[] = [];

  return {
    trace,
    signal,
    scopes,
    async call(tool, input, { keys = 1 } = {}) {
      requireScope(scopes, scopeOf(tool), { name: tool.name, tool: tool.name });
      checkInput(tool, input);
      if (trace.length >= budget) throw budgetExceeded(tool, budget);
      signal.throwIfAborted();
      const entry: ToolCallTrace = {
        tool: tool.name,
        source: 'CALLED',
        keys,
        startMs: performance.now() - begun,
        durationMs: 0,
      };
      trace.push(entry);
      try {
        return read(tool, await send(tool, input));
      } finally {
        entry.durationMs = performance.now() - begun - entry.startMs;
      }
    },
  };
}

/** What the tool forbids is refused before a call is spent. */
function checkInput(tool: Tool, input: unknown): void {
  const checked = tool.input.safeParse(input);
  if (checked.success) return;
  const issues = checked.error.issues.map((issue) => ({ path: issue.path.map(String), message: issue.message }));
  const message = issues.map((issue) => `${issue.path.join('.') || 'input'} ${issue.message}`).join('; ');
  throw new ToolError({ code: 'BAD_USER_INPUT', message, issues, tool: tool.name });
}

function read<T extends Tool>(tool: T, payload: unknown): ToolRecord<T> {
  const parsed = z.safeParse<T['output']>(tool.output, payload);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = ['payload', ...(issue?.path ?? [])].map(String).join('.');
  throw new ToolError({
    code: 'MALFORMED_PAYLOAD',
    message: `${tool.name} answered something that cannot be used: ${path}: ${issue?.message ?? 'unreadable'}`,
    tool: tool.name,
    cause: parsed.error,
  });
}

const budgetExceeded = (tool: Tool, budget: number) =>
  new ToolError({
    code: 'TOOL_CALL_BUDGET_EXCEEDED',
    message: `This operation needs more than ${budget} tool calls; ask for fewer parents or fields at once.`,
    tool: tool.name,
  });
