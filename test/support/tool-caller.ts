import { z } from 'zod';
import type { Tool, ToolInput, ToolRecord } from '../../src/tools/tool.ts';
import { ToolFailure } from '../../src/tools/tool-failure.ts';

/** A user who calls tools. */
export interface Caller<Tools extends Record<string, Tool>> {
  /** The payload as it goes over the wire. */
  payload<Name extends keyof Tools & string>(name: Name, input: ToolInput<Tools[Name]>): Promise<unknown>;
  /** The payload as the graph reads it. */
  record<Name extends keyof Tools & string>(
    name: Name,
    input: ToolInput<Tools[Name]>,
  ): Promise<ToolRecord<Tools[Name]>>;
  /** The refusal that the call must end with. */
  refusal<Name extends keyof Tools & string>(name: Name, input: ToolInput<Tools[Name]>): Promise<Refusal>;
}

export interface Refusal {
  code: string;
  message: string;
  issues: { path: string[]; message: string }[];
}

/** A caller over whatever runs a tool by its name. */
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
    record: async (name, input) => read(name, await payload(name, input)),
    refusal: async (name, input) => {
      const answer = await payload(name, input).catch((error: unknown) => error);
      if (!(answer instanceof ToolFailure)) throw new Error(`${name} did not refuse`, { cause: answer });
      return { code: answer.code, message: answer.message, issues: answer.issues };
    },
  };
}
