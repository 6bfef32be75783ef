import type { z } from 'zod';

export type ConnectorKind = 'talent' | 'convo';

/**
 * How the connector may handle a call.
 * - `read`: changes nothing; may be retried, shared in flight and cached.
 * - `repeatable`: has the same effect when it happens twice; retried only if it certainly did not reach the service.
 * - `once`: never retried.
 */
export type ToolClass = 'read' | 'repeatable' | 'once';

/** The contract of one tool, between the graph and the service behind a connector. */
export interface Tool<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  connector: ConnectorKind;
  /** The name without the connection's tool prefix. */
  name: string;
  description: string;
  class: ToolClass;
  /** Set for a `read` whose results change so rarely that they may be cached. */
  cached?: true;
  input: Input;
  output: Output;
}

/** The input of a tool on the wire. */
export type ToolInput<T extends Tool> = z.input<T['input']>;

/** The payload of a tool on the wire. */
export type ToolPayload<T extends Tool> = z.input<T['output']>;

/** The parsed payload, with camelCase names. */
export type ToolRecord<T extends Tool> = z.output<T['output']>;

type Definition = Omit<Tool, 'connector' | 'name'>;

type Defined<Definitions extends Record<string, Definition>> = {
  [Name in keyof Definitions]: Tool<Definitions[Name]['input'], Definitions[Name]['output']>;
};

/** Completes each definition with its connector and with its key as the name. */
export function defineTools<const Definitions extends Record<string, Definition>>(
  connector: ConnectorKind,
  definitions: Definitions,
): Defined<Definitions>;
export function defineTools(connector: ConnectorKind, definitions: Record<string, Definition>): Record<string, Tool> {
  return Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [name, { connector, name, ...definition }]),
  );
}
