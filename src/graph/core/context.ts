import type { ExecutionArgs, GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { type ConversationClient, createConversationClient } from '../../connector/conversation/conversation-client.ts';
import type { Connector } from '../../connector/connector.ts';
import type { Scope } from '../../tools/tool.ts';
import { createTalentClient, type TalentClient } from '../../connector/talent/talent-client.ts';
import type { EventFeed } from '../../infrastructure/event-stream/create-event-feed.ts';
import type { RequestTrace } from '../../infrastructure/telemetry/trace-context.ts';
import { startOperation } from '../../operation/operation.ts';
import type { Payer } from '../../operation/payer.ts';

export type GraphContext = ReturnType<typeof createGraphContext>;

export type OperationArgs = Omit<ExecutionArgs, 'contextValue'> & { contextValue: GraphContext };

export interface StoredUpload {
  /** Signed, short-lived URL from which the conversation service fetches the file. */
  url: string;
  /** Why the file is not a valid recording, such as `is an empty file`; undefined if it is valid. */
  fault: string | undefined;
}

/**
 * The part of the context that lives as long as a subscription. The tool session, loaders and timers live only until the
 * subscription has started.
 */
export interface SubscriptionScope {
  identifier: string;
  scopes: ReadonlySet<Scope>;
  /** Runs `work` between two events, with a new context and time limit. */
  read<Result>(work: (context: GraphContext) => Promise<Result>, signal: AbortSignal): Promise<Result>;
  now: () => Date;
  /** Aborted when the subscription ends; the source of its events must then end too. */
  signal: AbortSignal;
}

interface OperationRequest {
  payer: Payer;
  scopes: ReadonlySet<Scope>;
  requestId: string;
  trace: RequestTrace;
  signal: AbortSignal;
  log: Logger;
  uploads: ReadonlyMap<string, StoredUpload>;
  /** Whether `_service`, which reveals the schema, requires a scope. */
  hidesSchema?: boolean;
  subscription?: SubscriptionScope | undefined;
  shared?: SharedLoads | undefined;
}

/** State that all executions for the same event and caller share. */
export interface SharedLoads {
  loaderScope: object;
  /** Aborts the tool calls of all these executions; not aborted when a single execution ends. */
  signal: AbortSignal;
  discardEarlierReads: () => void;
}

export interface GraphSettings {
  now: () => Date;
  /** How far back activities are searched by id, and listens and coaching feedback are listed by default. */
  activityHorizonDays: number;
  operationTimeoutMs: number;
  events: EventFeed;
}

export function createGraphContext(
  { connector, now, activityHorizonDays, operationTimeoutMs, events }: GraphSettings & { connector: Connector },
  request: OperationRequest,
) {
  const { payer, scopes, requestId, trace, signal, log, uploads, hidesSchema = false, subscription, shared } = request;
  const { identifier } = payer;
  const operation = startOperation({
    payer,
    clientSignal: signal,
    sharedSignal: shared?.signal,
    timeoutMs: operationTimeoutMs,
  });
  const tools = connector.openSession({
    identifier,
    scopes,
    signal: operation.callSignal,
    deadlineAt: operation.deadlineAt,
    ledger: operation.ledger,
    trace,
    log,
  });
  const startedAt = now();
  // Mutations replace this object to discard the loaders.
  const loaderScope: object = shared?.loaderScope ?? {};
  const fallbackErrors: GraphQLError[] = [];
  // Created on first use: most operations need only one client, and creating all its methods takes time.
  let talent: TalentClient | undefined;
  let conversation: ConversationClient | undefined;
  return {
    /** The user on whose behalf every tool call is made. */
    identifier,
    requestId,
    log,
    connector,
    tools,
    /** The creator of the context must call `operation.end`. */
    operation,
    get talent() {
      return (talent ??= createTalentClient(tools));
    },
    get conversation() {
      return (conversation ??= createConversationClient(tools));
    },
    /** Returns the start time of the operation, so that all of its fields use the same current time. */
    now: () => startedAt,
    activityHorizonDays,
    /** The uploaded files of the operation by key; its variables contain these keys in place of the files. */
    uploads,
    hidesSchema,
    /** The key under which `perOperation` stores the loaders. */
    loaderScope,
    /** Codes of the problems that mutations returned, for the access log. */
    problemCodes: new Set<string>(),
    /** Errors of fields that resolved to a fallback value, to be added to the result. */
    fallbackErrors,
    events,
    /** Set while a subscription starts; undefined while its events are executed, and for queries and mutations. */
    subscription,
    /** Makes later reads ignore results that were loaded before the event of the subscription. */
    discardEarlierReads: () => shared?.discardEarlierReads(),
  };
}

export interface SourceEvent<Value> {
  /** Identifies the event: subscriptions that receive the same key share what they load. */
  key: string;
  value: Value;
}

/** @throws Error if the operation is not executed as a subscription */
export function requireSubscription(scope: SubscriptionScope | undefined): SubscriptionScope {
  if (!scope) throw new Error('The operation was not executed as a subscription: its context has no `subscription`.');
  return scope;
}
