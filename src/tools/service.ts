import type { z } from 'zod';
import type { ConnectorKind, Tool, ToolPayload } from './tool.ts';

export interface ServiceAccess {
  token: string;
  signal: AbortSignal;
  /** Repeating a change with the same key has no further effect. */
  idempotencyKey?: string | undefined;
}

export interface ServiceCall {
  /** The service's own id of the user. */
  userId: string;
  /** Whether the token is the user's own. Callers can share the API key of an organization. */
  isPersonal: boolean;
  signal: AbortSignal;
  /** The idempotency key of the call, with a digest of its tool and input. */
  once?: { service: ConnectorKind; key: string; digest: string };
}

/** The implementations of all tools of a service, by name. They receive parsed inputs. */
export type ToolHandlers<Tools extends Record<string, Tool>> = {
  [Name in keyof Tools]: (
    input: z.output<Tools[Name]['input']>,
    call: ServiceCall,
  ) => Promise<ToolPayload<Tools[Name]>>;
};

/** A service as the platform sees it. It rejects calls with a PlatformError. */
export interface Service {
  kind: ConnectorKind;
  tools: Record<string, Tool>;
  /** @throws PlatformError `CONNECTION_EXPIRED`, before the tool runs, for an unknown, revoked or expired token */
  execute(toolName: string, input: unknown, access: ServiceAccess): Promise<unknown>;
  /** @throws PlatformError `CONNECTION_EXPIRED` for an unknown, revoked or expired token */
  authenticate(access: ServiceAccess): Promise<ServiceCall>;
  /** Returns the service's own id of the user. Adds a missing user; an existing user keeps the stored name. */
  ensureUser(user: { identifier: string; name: string }): Promise<string>;
}
