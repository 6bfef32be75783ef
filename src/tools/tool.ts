import type { z } from 'zod';
import { ToolError } from './errors/tool-error.ts';
import { type InputIssue, inputIssues } from './rules/input-issues.ts';
import { malformedTextPath, wellFormedTextRule } from './rules/well-formed-text.ts';

export type ConnectorKind = 'talent' | 'convo';

/**
 * A `read` changes nothing: it may be retried, shared by identical calls and, if `cached` is set, cached. Repeating a
 * `repeatable` call has no further effect; it is retried only if the failed attempt certainly had no effect. A `once`
 * call is retried only with an idempotency key, and only if the platform honours such keys.
 */
export type ToolClass = 'read' | 'repeatable' | 'once';

export interface Tool<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  connector: ConnectorKind;
  /** The name without the connection's tool prefix. */
  name: string;
  description: string;
  class: ToolClass;
  /** Set for a tool that every platform must have. If any other tool is missing, only the fields that call it fail. */
  required?: true;
  /** Set for a `read` whose results change so rarely that they may be cached. */
  cached?: true;
  input: Input;
  output: Output;
}

export type ToolInput<T extends Tool> = z.input<T['input']>;

export type ToolPayload<T extends Tool> = z.input<T['output']>;

/** The parsed payload, with camelCase names. */
export type ToolRecord<T extends Tool> = z.output<T['output']>;

type Definition = Omit<Tool, 'connector' | 'name'>;

type Defined<Definitions extends Record<string, Definition>> = {
  [Name in keyof Definitions]: Tool<Definitions[Name]['input'], Definitions[Name]['output']>;
};

export function defineTools<const Definitions extends Record<string, Definition>>(
  connector: ConnectorKind,
  definitions: Definitions,
): Defined<Definitions>;
export function defineTools(connector: ConnectorKind, definitions: Record<string, Definition>): Record<string, Tool> {
  return Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [name, { connector, name, ...definition }]),
  );
}

const toolsByParsedInput = new WeakMap<object, Tool>();

const isParsed = <T extends Tool>(tool: T, input: unknown): input is z.output<T['input']> =>
  typeof input === 'object' && input !== null && toolsByParsedInput.get(input) === tool;

/** Parses the input of a tool. An input that was already parsed for this tool is returned unchanged. */
export function parseToolInput<T extends Tool>(
  tool: T,
  input: unknown,
): { data: z.output<T['input']> } | { issues: InputIssue[] } {
  if (isParsed(tool, input)) return { data: input };
  const parsed = inputIssues<T['input']>(tool.input, input);
  if ('issues' in parsed) return parsed;
  const path = malformedTextPath(parsed.data);
  if (path) return { issues: [{ path, message: wellFormedTextRule }] };
  if (typeof parsed.data === 'object' && parsed.data !== null) toolsByParsedInput.set(parsed.data, tool);
  return parsed;
}

export const scopes = ['talent:read', 'talent:write', 'convo:read', 'convo:write'] as const;

/** Scope that lets a caller read the schema where introspection is disabled. No tool needs it. */
export const schemaScope = 'schema:read';

export const grantableScopes = [...scopes, schemaScope] as const;

export type Scope = (typeof grantableScopes)[number];

/** The scopes of all tools. */
export const allScopes: ReadonlySet<Scope> = new Set(scopes);

export const scopeOf = (tool: { connector: ConnectorKind; class: ToolClass }): Scope =>
  `${tool.connector}:${tool.class === 'read' ? 'read' : 'write'}`;

/** @throws ToolError `FORBIDDEN`, which names the scope. `tool` is omitted if a field of the graph needs the scope. */
export function requireScope(
  granted: ReadonlySet<Scope>,
  scope: Scope,
  { name, tool }: { name: string; tool?: string },
): void {
  if (granted.has(scope)) return;
  const message = `${name} needs the scope ${scope}, which the caller does not have.`;
  throw new ToolError({ code: 'FORBIDDEN', message, tool });
}
