import { z } from 'zod';
import type { Tool, ToolInput, ToolRecord } from '../../../src/tools/tool.ts';
import { PlatformError } from '../../../src/tools/errors/platform-error.ts';

/** A record as our own services return it: always complete, with every item readable. */
type Whole<Record> = Record extends { id: string; record: infer Inner }
  ? NonNullable<Inner>
  : Record extends { items: (infer Item)[] }
    ? Omit<Record, 'items'> & { items: NonNullable<Item>[] }
    : NonNullable<Record>;

/** Calls tools as one user. */
export interface Caller<Tools extends Record<string, Tool>> {
  /** Returns the payload as sent over the wire. */
  payload<Name extends keyof Tools & string>(name: Name, input: ToolInput<Tools[Name]>): Promise<unknown>;
  /** Returns the payload as parsed by the graph. */
  record<Name extends keyof Tools & string>(
    name: Name,
    input: ToolInput<Tools[Name]>,
  ): Promise<Whole<ToolRecord<Tools[Name]>>>;
  /** Returns the error that the call must fail with. */
  refusal<Name extends keyof Tools & string>(name: Name, input: ToolInput<Tools[Name]>): Promise<Refusal>;
}

export interface Refusal {
  code: string;
  message: string;
  issues: { path: string[]; message: string }[];
}

/** Creates a caller from a function that runs a tool by name. */
export function toolCaller<Tools extends Record<string, Tool>>(
  tools: Tools,
  payload: (name: string, input: unknown) => Promise<unknown>,
): Caller<Tools> {
  const read = <Name extends keyof Tools>(name: Name, answer: unknown): ToolRecord<Tools[Name]> => {
    const tool: Tools[Name] = tools[name];
    return z.parse<Tools[Name]['output']>(tool.output, answer);
  };
  return {
    payload,
    record: async (name, input) => whole(read(name, await payload(name, input))),
    refusal: async (name, input) => {
      const answer = await payload(name, input).catch((error: unknown) => error);
      if (!(answer instanceof PlatformError)) throw new Error(`${name} was not rejected`, { cause: answer });
      return { code: answer.code, message: answer.message, issues: answer.issues };
    },
  };
}

const creation = z.strictObject({ id: z.string(), record: z.looseObject({}) });

// Overloads, because TypeScript cannot check the conditional return type.
function whole<Record>(read: Record): Whole<Record>;
function whole(read: unknown): unknown {
  return creation.safeParse(read).data?.record ?? read;
}
