import type { Logger } from 'pino';
import type { Connector } from '../connector/connector.ts';
import { createTalentClient, type TalentClient } from '../connector/talent/talent-client.ts';
import type { ToolSession } from '../connector/tool-session.ts';

/** What every resolver gets; a fresh one for every operation. */
export interface GraphContext {
  /** Who asks; every tool call is made for this identifier. */
  identifier: string;
  requestId: string;
  log: Logger;
  connector: Connector;
  tools: ToolSession;
  talent: TalentClient;
  /** What loaders hang on. A mutation replaces it, so that nothing read before the change answers after it. */
  loaderScope: object;
}

export interface OperationIdentity {
  identifier: string;
  requestId: string;
  signal: AbortSignal;
  log: Logger;
}

export function createGraphContext(connector: Connector, operation: OperationIdentity): GraphContext {
  const { identifier, requestId, signal, log } = operation;
  const tools = connector.openSession({ identifier, signal });
  return { identifier, requestId, log, connector, tools, talent: createTalentClient(tools), loaderScope: {} };
}
