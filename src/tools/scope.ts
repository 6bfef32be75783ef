import type { ConnectorKind, ToolClass } from './tool.ts';
import { ToolError } from './errors/tool-error.ts';

/** The permissions that a caller can have. */
export const scopes = ['talent:read', 'talent:write', 'convo:read', 'convo:write'] as const;

export type Scope = (typeof scopes)[number];

export const allScopes: ReadonlySet<Scope> = new Set(scopes);

/** Returns the scope that a tool requires. */
export const scopeOf = (tool: { connector: ConnectorKind; class: ToolClass }): Scope =>
  `${tool.connector}:${tool.class === 'read' ? 'read' : 'write'}`;

/**
 * Checks that the caller has a scope.
 * @param granted the caller's scopes
 * @param subject.name the field or tool that requires the scope
 * @param subject.tool the tool's name; omitted for a field
 * @throws ToolError `FORBIDDEN`, which names the scope, if the caller does not have it
 */
export function requireScope(
  granted: ReadonlySet<Scope>,
  scope: Scope,
  { name, tool }: { name: string; tool?: string },
): void {
  if (granted.has(scope)) return;
  const message = `${name} needs the scope ${scope}, which the caller does not have.`;
  throw new ToolError({ code: 'FORBIDDEN', message, tool });
}
