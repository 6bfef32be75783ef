import type { z } from 'zod';

export type ConnectorKind = 'talent' | 'convo';

/**
 * What resilience may do with a call.
 * - `read`: nothing changes; retry, share in flight, cache.
 * - `repeatable`: the same effect when it happens twice; retry only when the call surely did not arrive.
 * - `once`: never sent a second time.
 */
export type ToolClass = 'read' | 'repeatable' | 'once';

/** One entry of the contract between the graph and the service behind a connector. */
export interface Tool<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  connector: ConnectorKind;
  /** Without the catalogue's prefix. */
  name: string;
  description: string;
  class: ToolClass;
  /** Of a `read`: what it answers changes so seldom that an answer may be a minute old. */
  cached?: true;
  input: Input;
  output: Output;
}

/** What goes over the wire to a tool. */
export type ToolInput<T extends Tool> = z.input<T['input']>;

/** What a service must answer: the payload as it goes over the wire. */
export type ToolPayload<T extends Tool> = z.input<T['output']>;

/** What the graph gets: the payload read leniently and in our own names. */
export type ToolRecord<T extends Tool> = z.output<T['output']>;

export const defineTool = <Input extends z.ZodType, Output extends z.ZodType>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> => tool;
