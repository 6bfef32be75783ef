import { QueueError, type Slot, type SlotQueue, type SlotTask } from '../../infrastructure/fairness/slot-queue.ts';
import { isAccountCode } from '../../tools/errors/error-codes.ts';
import type { LedgerEntry } from '../../operation/calls/tool-ledger.ts';
import { ToolError } from '../../tools/errors/tool-error.ts';
import { readPayload } from '../payload.ts';
import type { CallRequest, SentCall, Transport } from '../transport.ts';
import { type BreakerPass, type CircuitBreakers, isProbe } from './breaker/circuit-breakers.ts';
import { type CallerCall, type CallResult, type CallSpan, deepFreeze, type Waiter } from './caller-call.ts';
import { RejectedCallError, type RetriedCall, type Retry } from './retry.ts';

/** What the calls of a connection share. */
export interface CallConnection {
  connectionName: string;
  queue: SlotQueue<ToolCall>;
  breakers: CircuitBreakers;
  retry: Retry;
  attemptTimeoutMs: number;
  maxBatchCalls(identifier: string): number;
  honoursKeys(): boolean;
  onAccountError(identifier: string): void;
  onAccountVersion(identifier: string, version: string): void;
  /** Reports that a call has ended, or that all its callers have left. */
  onClose(call: ToolCall): void;
}

/** One call with all its attempts. Each attempt waits in the queue, is admitted by the breakers and sent. */
export class ToolCall implements SentCall, SlotTask, RetriedCall {
  state: 'queued' | 'sent' | 'delayed' | 'ended' = 'queued';
  readonly request: CallRequest;
  /** Replaces the transport's `send` for this call. */
  readonly send: Transport['send'] | undefined;
  /** The identifier, by which the queue shares out slots in rotation. */
  readonly key: string;
  /** Connection, tool, input and version of a read that other callers can join; empty for other calls. */
  joinKey = '';
  maxBatch = 1;
  retries = 0;
  deadlineAt = -Infinity;
  hasNewToken = false;
  onAbort: SentCall['onAbort'];
  private isAlone = false;
  private isJoined = false;
  private attempts = 0;
  private readonly connection: CallConnection;
  private readonly first: CallerCall;
  private readonly span: CallSpan | undefined;
  private readonly waiters = new Map<Waiter, () => void>();
  private entry: LedgerEntry | undefined;
  private slot: Slot | undefined;
  private pass: BreakerPass | undefined;
  /** The attempt that the breakers count: the last admitted attempt, unless all callers left before its end. */
  private counted: BreakerPass | undefined;
  /** Ends the attempt in flight, or the delay before the next one. */
  private timer: NodeJS.Timeout | undefined;

  constructor(
    first: CallerCall,
    connection: CallConnection,
    { toolName, span, send }: { toolName: string; span?: CallSpan; send?: Transport['send'] },
  ) {
    this.first = first;
    this.connection = connection;
    this.span = span;
    this.send = send;
    const { identifier, tool, input, idempotencyKey } = first;
    this.key = identifier;
    const trace = span?.trace ?? first.trace;
    this.request = {
      connectionName: connection.connectionName,
      identifier,
      tool,
      toolName,
      input,
      idempotencyKey,
      trace,
    };
  }

  /** Only reads of the same GraphQL request share a batch, because a batch continues one trace. */
  get batch(): string | undefined {
    return this.maxBatch > 1 ? (this.request.trace.requestId ?? '') : undefined;
  }

  begin(): void {
    this.join(this.first);
    this.connection.retry.earn(this.key);
    this.attempt();
  }

  /** Whether the platform executes the call only once, even if it is sent again. */
  get isKeyed(): boolean {
    return this.first.idempotencyKey !== undefined && this.connection.honoursKeys();
  }

  /** Adds a caller. The call continues as long as a caller waits. */
  join(waiter: Waiter): void {
    const leave = () => this.leave(waiter);
    this.isJoined ||= this.waiters.size > 0;
    this.waiters.set(waiter, leave);
    this.deadlineAt = Math.max(this.deadlineAt, waiter.deadlineAt);
    waiter.signal.addEventListener('abort', leave, { once: true });
  }

  /** Starts the attempt in its slot. Returns false if the call has ended or the breakers reject the attempt. */
  start(slot: Slot): boolean {
    const { connection } = this;
    this.slot = slot;
    // One abort can end several calls: the slot of another call may reach this call before this call's `leave` has run.
    for (const waiter of this.waiters.keys()) if (waiter.signal.aborted) this.leave(waiter);
    if (this.state === 'ended') return false;
    try {
      // A call that is sent again in the same attempt needs no second pass of the breakers.
      if (!this.pass) {
        this.counted = this.pass = connection.breakers.admit({ tool: this.first.tool.name, identifier: this.key });
        this.attempts += 1;
        this.timer = setTimeout(() => this.expire(), connection.attemptTimeoutMs);
      }
    } catch (error) {
      this.fail(error);
      return false;
    }
    this.state = 'sent';
    return true;
  }

  reportAccountVersion(version: string): void {
    if (this.state !== 'sent') return;
    this.connection.onAccountVersion(this.key, version);
    for (const waiter of this.waiters.keys()) waiter.onAccountVersion?.(version);
  }

  succeed(payload: unknown): void {
    if (this.state !== 'sent') return;
    const slot = this.endAttempt();
    this.end({ payload });
    slot?.release();
  }

  fail(error: unknown): void {
    if (this.state === 'delayed' || this.state === 'ended') return;
    const slot = this.endAttempt({ error });
    if (error instanceof RejectedCallError) this.entry?.withdraw();
    if (error instanceof ToolError && isAccountCode(error.code)) this.connection.onAccountError(this.key);
    const isFinal = this.waiters.size === 0 || this.first.ledger.isSpent;
    const delayMs = isFinal ? undefined : this.connection.retry.delayAfter(error, this);
    if (delayMs === undefined) this.end({ error });
    else {
      this.state = 'delayed';
      this.timer = setTimeout(() => this.retryAfter(error), delayMs);
    }
    slot?.release();
  }

  sendAgain(how: { isAlone: true } | { hasNewToken: true }): void {
    if (this.state !== 'sent') return;
    const { slot } = this;
    if ('isAlone' in how) this.isAlone = true;
    else this.hasNewToken = true;
    this.slot = undefined;
    this.onAbort = undefined;
    this.enqueue();
    slot?.release();
  }

  reject(cause: QueueError): void {
    const { name: tool } = this.first.tool;
    const message = `${tool} was not called: too many calls of this caller are waiting.`;
    this.fail(new RejectedCallError({ code: 'RATE_LIMITED', message, tool, retryAfterMs: 1_000, cause }));
  }

  private expire(): void {
    const { name: tool } = this.first.tool;
    const message = `${tool} did not return within ${this.connection.attemptTimeoutMs} ms.`;
    const error = new ToolError({ code: 'UPSTREAM_TIMEOUT', message, tool });
    this.onAbort?.(error);
    this.fail(error);
  }

  /** Removes a caller whose signal is aborted. When the last caller leaves, the call ends, unless it is a probe. */
  private leave(waiter: Waiter): void {
    if (!this.waiters.delete(waiter)) return;
    const { reason: error } = waiter.signal;
    waiter.fail(error);
    if (this.waiters.size > 0) return;
    this.connection.onClose(this);
    if (this.pass && isProbe(this.pass)) return;
    clearTimeout(this.timer);
    if (this.pass) this.counted = undefined;
    const { onAbort } = this;
    const slot = this.state === 'delayed' ? undefined : this.endAttempt({ error });
    onAbort?.(error);
    this.end({ error });
    slot?.release();
  }

  private attempt(): void {
    const { tool, keys, ledger } = this.first;
    this.isAlone = this.hasNewToken = false;
    try {
      this.entry = ledger.begin({ tool: tool.name, source: 'CALLED', keys });
    } catch (error) {
      return this.end({ error });
    }
    this.enqueue();
  }

  private retryAfter(error: unknown): void {
    // Return the service's error instead of a budget error: other operations may share the call.
    if (this.first.ledger.isSpent) return this.end({ error });
    this.retries += 1;
    this.attempt();
  }

  private enqueue(): void {
    this.state = 'queued';
    const isSingle = this.isAlone || this.send !== undefined || this.first.tool.class !== 'read';
    this.maxBatch = isSingle ? 1 : this.connection.maxBatchCalls(this.key);
    try {
      this.connection.queue.add(this);
    } catch (error) {
      if (error instanceof QueueError) this.reject(error);
      else this.fail(error);
    }
  }

  /** Ends an attempt. The caller must release the returned slot last, because this can start other calls at once. */
  private endAttempt(failure?: { error: unknown }): Slot | undefined {
    const { slot, pass, entry, connection } = this;
    connection.queue.remove(this);
    clearTimeout(this.timer);
    if (pass) connection.breakers.end(pass, failure?.error);
    if (failure) entry?.fail(failure.error);
    else entry?.end();
    this.slot = undefined;
    this.pass = undefined;
    this.onAbort = undefined;
    return slot;
  }

  private end(outcome: { payload: unknown } | { error: unknown }): void {
    const { attempts, connection, waiters } = this;
    const isAborted = waiters.size === 0;
    this.state = 'ended';
    if (this.counted) connection.breakers.count(this.counted);
    this.span?.end({ attempts, isAborted, ...outcome });
    connection.onClose(this);
    if (isAborted) return;
    const result = 'error' in outcome ? outcome : this.resultOf(outcome.payload);
    for (const [waiter, leave] of waiters) {
      waiter.signal.removeEventListener('abort', leave);
      if ('error' in result) waiter.fail(result.error);
      else waiter.succeed(result);
    }
  }

  private resultOf(payload: unknown): CallResult | { error: unknown } {
    try {
      const record = readPayload(this.first, payload);
      return { payload, record: this.isJoined ? deepFreeze(record) : record };
    } catch (error) {
      return { error };
    }
  }
}
