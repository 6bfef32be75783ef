import { z } from 'zod';
import type { Db } from '../../../src/database/open-database.ts';
import { createTalentService } from '../../../src/services/talent/talent-service.ts';
import { type TalentToolName, talentTools } from '../../../src/tools/talent/talent-tools.ts';
import type { Tool, ToolInput, ToolRecord } from '../../../src/tools/tool.ts';
import { ToolFailure } from '../../../src/tools/tool-failure.ts';

type TalentTools = typeof talentTools;

/** A user who calls tools. */
export interface Caller {
  /** The payload as it goes over the wire. */
  payload<Name extends TalentToolName>(name: Name, input: ToolInput<TalentTools[Name]>): Promise<unknown>;
  /** The payload as the graph reads it. */
  record<Name extends TalentToolName>(
    name: Name,
    input: ToolInput<TalentTools[Name]>,
  ): Promise<ToolRecord<TalentTools[Name]>>;
  /** The refusal that the call must end with. */
  refusal<Name extends TalentToolName>(name: Name, input: ToolInput<TalentTools[Name]>): Promise<Refusal>;
}

export interface Refusal {
  code: string;
  message: string;
  issues: { path: string[]; message: string }[];
}

/** Callers of a talent service over a database, by user id; the time is `now`. */
export function talentCallers(db: Db, now: () => Date = () => new Date()): (userId: string) => Caller {
  const service = createTalentService({ db, now });
  return (userId) => {
    const payload = (name: TalentToolName, input: unknown) =>
      service.execute(name, input, { userId, signal: new AbortController().signal });
    return {
      payload,
      record: async (name, input) => read(talentTools, name, await payload(name, input)),
      refusal: async (name, input) => {
        const answer = await payload(name, input).catch((error: unknown) => error);
        if (!(answer instanceof ToolFailure)) throw new Error(`${name} did not refuse`, { cause: answer });
        return { code: answer.code, message: answer.message, issues: answer.issues };
      },
    };
  };
}

function read<Tools extends Record<string, Tool>, Name extends keyof Tools>(
  tools: Tools,
  name: Name,
  payload: unknown,
): ToolRecord<Tools[Name]> {
  const tool: Tools[Name] = tools[name];
  return z.parse<Tools[Name]['output']>(tool.output, payload);
}
