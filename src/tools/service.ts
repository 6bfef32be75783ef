import type { z } from 'zod';
import type { ConnectorKind, Tool, ToolPayload } from './tool.ts';

/** How the platform authenticates a call, and when it gives up. */
export interface ServiceAccess {
  token: string;
  signal: AbortSignal;
}

/** The authenticated caller of a tool. */
export interface ServiceCall {
  /** The service's own id of the user. */
  userId: string;
  signal: AbortSignal;
}

/** The implementation of each tool of a service; inputs are parsed. */
export type ToolHandlers<Tools extends Record<string, Tool>> = {
  [Name in keyof Tools]: (
    input: z.output<Tools[Name]['input']>,
    call: ServiceCall,
  ) => Promise<ToolPayload<Tools[Name]>>;
};

/** A service as the platform sees it. It rejects calls with PlatformError. */
export interface Service {
  kind: ConnectorKind;
  tools: Record<string, Tool>;
  /** @throws PlatformError `CONNECTION_EXPIRED`, before the tool runs, for an unknown, revoked or expired token */
  execute(toolName: string, input: unknown, access: ServiceAccess): Promise<unknown>;
  /** @throws PlatformError `CONNECTION_EXPIRED` for an unknown, revoked or expired token */
  authenticate(access: ServiceAccess): Promise<ServiceCall>;
  /**
   * The service's own id of the user behind an identifier, the same for every call. A missing user is added with the
   * name; an existing one stays unchanged.
   */
  ensureUser(user: { identifier: string; name: string }): Promise<string>;
}
