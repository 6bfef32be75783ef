import type { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { createConversationClient, type ConversationClient } from '../../connector/conversation/conversation-client.ts';
import type { Connector } from '../../connector/connector.ts';
import { type OperationDeadline, startDeadline } from '../../connector/session/operation-deadline.ts';
import type { Scope } from '../../connector/scope.ts';
import { createTalentClient, type TalentClient } from '../../connector/talent/talent-client.ts';
import type { ToolSession } from '../../connector/session/tool-session.ts';

/** What every resolver gets; a fresh one for every operation. */
export interface GraphContext {
  /** Who asks; every tool call is made for this identifier. */
  identifier: string;
  requestId: string;
  log: Logger;
  connector: Connector;
  tools: ToolSession;
  /** When the operation must be over; cleared when it is. */
  deadline: OperationDeadline;
  talent: TalentClient;
  conversation: ConversationClient;
  /** When the operation began: the present that periods are checked against, the same for all of its fields. */
  now: () => Date;
  /** How many days back an activity is searched for by id. */
  activityHorizonDays: number;
  /** The files that came with the operation, by the name that variables call them. */
  uploads: ReadonlyMap<string, StoredUpload>;
  /** What loaders hang on. A mutation replaces it, so that nothing read before the change answers after it. */
  loaderScope: object;
  /** How many objects the lists of the answer hold so far. */
  resultSize: number;
  /** Failures of non-null fields that answered a fallback; they join the errors of the answer. */
  fallbackErrors: GraphQLError[];
}

/** A file that came with the operation and is stored already. */
export interface StoredUpload {
  /** Where the conversation service fetches it from: signed, and good for a short time. */
  url: string;
  /** Why it cannot be a recording, as the end of a sentence about it; undefined when it can. */
  fault: string | undefined;
}

export interface OperationIdentity {
  identifier: string;
  /** What the caller may do. */
  scopes: ReadonlySet<Scope>;
  requestId: string;
  signal: AbortSignal;
  log: Logger;
  uploads: ReadonlyMap<string, StoredUpload>;
}

export interface GraphSettings {
  now: () => Date;
  activityHorizonDays: number;
  /** How long one operation may take. */
  operationTimeoutMs: number;
}

export function createGraphContext(
  { connector, now, activityHorizonDays, operationTimeoutMs }: GraphSettings & { connector: Connector },
  operation: OperationIdentity,
): GraphContext {
  const { identifier, scopes, requestId, signal, log, uploads } = operation;
  const deadline = startDeadline(operationTimeoutMs);
  const tools = connector.openSession({
    identifier,
    scopes,
    signal: AbortSignal.any([signal, deadline.signal]),
    deadlineAt: deadline.at,
    log,
  });
  const begun = now();
  return {
    identifier,
    requestId,
    log,
    connector,
    tools,
    deadline,
    talent: createTalentClient(tools),
    conversation: createConversationClient(tools),
    now: () => begun,
    activityHorizonDays,
    uploads,
    loaderScope: {},
    resultSize: 0,
    fallbackErrors: [],
  };
}
