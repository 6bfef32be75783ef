import type { z } from 'zod';
import type { ConnectorKind, Tool, ToolPayload } from './tool.ts';

/** What a platform calls a service with: the caller's bearer token, and for how long. */
export interface ServiceAccess {
  token: string;
  signal: AbortSignal;
}

/** Who calls a tool, as the service found out by the token. */
export interface ServiceCall {
  /** The service's own id of the calling user. */
  userId: string;
  signal: AbortSignal;
}

/** What a service does for each of its tools; the input has been checked by the platform. */
export type ToolHandlers<Tools extends Record<string, Tool>> = {
  [Name in keyof Tools]: (
    input: z.output<Tools[Name]['input']>,
    call: ServiceCall,
  ) => Promise<ToolPayload<Tools[Name]>>;
};

/** A service as the platform sees it: checked input in, payload out. Refuses with PlatformError. */
export interface Service {
  kind: ConnectorKind;
  tools: Record<string, Tool>;
  /** @throws PlatformError `CONNECTION_EXPIRED`, before the tool runs, for a token that is unknown, revoked or expired. */
  execute(toolName: string, input: unknown, access: ServiceAccess): Promise<unknown>;
  /** @throws PlatformError `CONNECTION_EXPIRED` for a token that is unknown, revoked or expired. */
  authenticate(access: ServiceAccess): Promise<ServiceCall>;
  /**
   * The service's own id of the user that an account of this identifier stands for: the same at every call. A user who
   * is not there yet is added under the name; one who is stays as they are.
   */
  ensureUser(user: { identifier: string; name: string }): Promise<string>;
}
