import type { Logger } from 'pino';
import { z } from 'zod';
import { inputIssues } from '../../tools/input-issues.ts';
import type { Tool, ToolInput, ToolRecord } from '../../tools/tool.ts';
import { withoutOperationTimeout } from './operation-deadline.ts';
import { requireScope, type Scope, scopeOf } from '../scope.ts';
import { ToolError } from '../tool-error.ts';
import { type CallRoom, createCallRoom } from './call-room.ts';
import { createToolLedger, type ToolCallTrace, type ToolLedger } from './tool-ledger.ts';
import { withoutUnreadableItems } from './unreadable-items.ts';

export interface CallOptions {
  /** How many keys of the graph the call answers; 1 when omitted. */
  keys?: number;
  /**
   * The parameter that holds the ids which the call is about: whoever asks takes the items of the answer by their `id`,
   * in whatever order they come, and minds no other field of it.
   */
  batch?: string;
}

/** The tool calls of one operation of one caller. */
export interface ToolSession {
  /**
   * Calls a tool and reads what it answers.
   * @throws ToolError: refused for want of a scope, by the input rules, by the budget, by the service; unreachable; too
   * late; or unreadable
   */
  call<T extends Tool>(tool: T, input: ToolInput<T>, options?: CallOptions): Promise<ToolRecord<T>>;
  /** From now on calls for single objects leave this room of the budget to those for many. */
  keepRoom(room: CallRoom): void;
  /** In order of start. */
  readonly trace: readonly ToolCallTrace[];
  readonly signal: AbortSignal;
  /** What the caller may do. */
  readonly scopes: ReadonlySet<Scope>;
}

/** A call that the session has admitted. */
export interface AdmittedCall {
  tool: Tool;
  input: unknown;
  keys: number;
  batch?: string;
  ledger: ToolLedger;
}

export interface ToolSessionOptions {
  /** Gets what a call is answered, noted in its ledger, and reads it. */
  send<Answer>(call: AdmittedCall, read: (payload: unknown) => Answer): Promise<Answer>;
  signal: AbortSignal;
  scopes: ReadonlySet<Scope>;
  /** Hears of items that were dropped. */
  log: Logger;
  /** How many calls may go out. */
  budget?: number;
}

export function createToolSession({ send, signal, scopes, log, budget }: ToolSessionOptions): ToolSession {
  const ledger = createToolLedger(budget);
  const room = createCallRoom({ left: () => ledger.left, exceeded: ledger.exceeded });

  return {
    get trace() {
      return ledger.trace;
    },
    signal,
    scopes,
    keepRoom: room.keep,
    async call(tool, input, { keys = 1, ...options } = {}) {
      requireScope(scopes, scopeOf(tool), { name: tool.name, tool: tool.name });
      checkInput(tool, input);
      try {
        signal.throwIfAborted();
        return await room.run(tool.name, signal, () =>
          send({ ...options, tool, input, keys, ledger }, (payload) => read(tool, payload, log)),
        );
      } catch (error) {
        const failure = withoutOperationTimeout(error, tool.name);
        throw tool.class === 'once' && failure instanceof ToolError ? failure.ofCallThatMustNotHappenTwice() : failure;
      }
    },
  };
}

/** What the tool forbids is refused before a call is spent. */
function checkInput(tool: Tool, input: unknown): void {
  const checked = inputIssues(tool.input, input);
  if ('data' in checked) return;
  const { issues } = checked;
  const message = issues.map((issue) => `${issue.path.join('.') || 'input'} ${issue.message}`).join('; ');
  throw new ToolError({ code: 'BAD_USER_INPUT', message, issues, tool: tool.name });
}

function read<T extends Tool>(tool: T, payload: unknown, log: Logger): ToolRecord<T> {
  const parsed = z.safeParse<T['output']>(tool.output, payload);
  if (parsed.success) return parsed.data;
  const rest = withoutUnreadableItems(payload, parsed.error.issues);
  const readable = rest && z.safeParse<T['output']>(tool.output, rest.payload);
  if (readable?.success) {
    for (const { path, reason } of rest?.dropped ?? []) {
      log.warn(
        { tool: tool.name, path: path.map(String).join('.'), reason },
        'dropped an unreadable item of a payload',
      );
    }
    return readable.data;
  }
  const [issue] = parsed.error.issues;
  const path = ['payload', ...(issue?.path ?? [])].map(String).join('.');
  throw new ToolError({
    code: 'MALFORMED_PAYLOAD',
    message: `${tool.name} answered something that cannot be used: ${path}: ${issue?.message ?? 'unreadable'}`,
    tool: tool.name,
    cause: parsed.error,
  });
}
