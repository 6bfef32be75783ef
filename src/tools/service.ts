import type { z } from 'zod';
import type { ConnectorKind, Tool, ToolPayload } from './tool.ts';

/** Who calls a service, and for how long. The platform fills it; a service never sees an identifier or a token. */
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

/** A service as the platform sees it: checked input in, payload out. Refuses with ToolFailure. */
export interface Service {
  kind: ConnectorKind;
  tools: Record<string, Tool>;
  execute(toolName: string, input: unknown, call: ServiceCall): Promise<unknown>;
  /**
   * The service's own id of the user that an account of this identifier stands for: the same at every call. A user who
   * is not there yet is added under the name; one who is stays as they are.
   */
  ensureUser(user: { identifier: string; name: string }): Promise<string>;
}
