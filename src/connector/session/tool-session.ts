import type { Logger } from 'pino';
import type { InputIssue } from '../../tools/coded-error.ts';
import { issueText } from '../../tools/input-issues.ts';
import { parseToolInput } from '../../tools/tool-input.ts';
import type { Tool, ToolInput, ToolRecord } from '../../tools/tool.ts';
import { withoutOperationTimeout } from './operation-deadline.ts';
import { requireScope, type Scope, scopeOf } from '../scope.ts';
import { malformedPayload, parsePayload } from '../malformed-payload.ts';
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
      const parsed = parseToolInput(tool, input);
      if ('issues' in parsed) throw invalidInput(tool, parsed.issues);
      try {
        signal.throwIfAborted();
        return await room.run(tool.name, signal, () =>
          send({ ...options, tool, input: parsed.data, keys, ledger }, (payload) => read(tool, payload, log)),
        );
      } catch (error) {
        const failure = withoutOperationTimeout(error, tool.name);
        throw tool.class === 'once' && failure instanceof ToolError ? failure.ofCallThatMustNotHappenTwice() : failure;
      }
    },
  };
}

const invalidInput = ({ name }: Tool, issues: InputIssue[]) =>
  new ToolError({ code: 'BAD_USER_INPUT', message: issueText(issues), issues, tool: name });

function read<T extends Tool>(tool: T, payload: unknown, log: Logger): ToolRecord<T> {
  const parsed = parsePayload<T['output']>(tool.output, payload);
  if ('data' in parsed) return parsed.data;
  const rest = withoutUnreadableItems(payload, parsed.issues);
  const readable = rest && parsePayload<T['output']>(tool.output, rest.payload);
  if (!readable || 'issues' in readable) {
    const fault = (count: number) => issueText(parsed.issues.slice(0, count), 'it');
    throw malformedPayload(tool.name, fault(1), new Error(fault(20)));
  }
  for (const { path, message } of rest.dropped) {
    log.warn({ tool: tool.name, path: path.join('.'), reason: message }, 'dropped an unreadable item of a payload');
  }
  return readable.data;
}
