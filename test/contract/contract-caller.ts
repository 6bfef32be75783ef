import pino from 'pino';
import { z } from 'zod';
import { readPayload } from '../../src/connector/payload.ts';
import { noTrace } from '../../src/infrastructure/telemetry/trace-context.ts';
import { toUtcText } from '../../src/tools/conversation/date-time.ts';
import { activitiesPageSize } from '../../src/tools/conversation/vocabulary.ts';
import { ToolError } from '../../src/tools/errors/tool-error.ts';
import { maxPageSize } from '../../src/tools/talent/vocabulary.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { toolSchemas } from '../../src/tools/tool-schemas.ts';
import { sendCall } from '../support/platform/send-call.ts';
import type { ContractTarget } from './open-platform.ts';

/** An input, or a parsed record, of any tool. */
export type Fields = Readonly<Record<string, unknown>>;

const list = z.looseObject({
  items: z.array(z.record(z.string(), z.unknown())),
  total: z.number().nullish(),
  hasMore: z.boolean().nullish(),
});
const log = pino({ level: 'silent' });
/** Maximum number of pages that the suite reads of one listing. */
const maxPages = 5;

/** A tool of the same connector that no platform has. */
export const unknownTool = (tool: Tool): Tool => ({ ...tool, name: 'no_such_tool' });

/** How the tool is paged: by `limit` and `page` as text, by `page` alone, or not. */
export function pagingOf(tool: Tool): 'limit' | 'page' | undefined {
  const { limit, page } = Object(toolSchemas(tool).input['properties']);
  return limit ? 'limit' : page ? 'page' : undefined;
}

export interface CallOptions {
  identifier?: string;
  idempotencyKey?: string;
}

/** Returns the value, or ends the test as skipped if there is none. */
export type Given = <Value>(value: Value | null | undefined | false, reason: string) => Value;

export interface Contract {
  target: ContractTarget;
  call: ReturnType<typeof createCaller>;
  /**
   * Declares a test. `run` gets the parameters that `goldenPayloads` has for the first tool, with
   * ids of the platform. The test is skipped if a tool is missing or `given` gets no value.
   */
  check(name: string, tools: readonly Tool[], run: (given: Given, input: Fields) => Promise<void>): void;
}

export function createCaller(target: ContractTarget) {
  const nameOf = ({ connector, name }: Tool) => target.connections[connector].toolPrefix + name;
  async function payload(tool: Tool, input: object, options: CallOptions = {}): Promise<unknown> {
    const { connectionName } = target.connections[tool.connector];
    const call = { connectionName, identifier: target.identifier, toolName: nameOf(tool), tool, input, trace: noTrace };
    // A single call is not a batch, so each read is sent together with a call of an unknown tool.
    const other = unknownTool(tool);
    if (target.isBatched && tool.class === 'read' && tool.name !== other.name) void codeOf(other, {}, options);
    return sendCall(target.transport, { ...call, ...options, signal: new AbortController().signal });
  }
  /** The code of the error that the call fails with, or a description of what came instead. */
  async function codeOf(tool: Tool, input: object, options?: CallOptions): Promise<string> {
    try {
      return `no error, but ${JSON.stringify(await payload(tool, input, options)).slice(0, 200)}`;
    } catch (error) {
      return error instanceof ToolError ? error.code : String(error);
    }
  }
  const page = async (tool: Tool, input: object) => list.parse(readPayload({ tool, log }, await payload(tool, input)));
  /** Reads the largest pages until one is not full. The listing is whole if there are no further pages. */
  async function all(tool: Tool, input: object) {
    const items: Fields[] = [];
    const paging = pagingOf(tool);
    const pageSize = paging === 'limit' ? maxPageSize : activitiesPageSize;
    for (let number = 1; ; number += 1) {
      const params = paging === 'limit' ? { limit: String(pageSize), page: String(number) } : { page: number };
      const found = await page(tool, { ...input, ...(paging && params) });
      items.push(...found.items);
      const isWhole = !paging || found.items.length < pageSize;
      if (isWhole || number === maxPages) return { items, total: found.total ?? null, isWhole };
    }
  }
  return { nameOf, payload, codeOf, page, all };
}

export const dayMs = 86_400_000;
const daysAgo = (days: number) => toUtcText(new Date(Date.now() - days * dayMs));
/** Start of a period until now that is nearly the longest that `activities_list` accepts. */
export const recent = daysAgo(170);
export const period = { fromDate: daysAgo(3650), toDate: daysAgo(0) };

/** Computes the result for each argument once. */
export function onceFor<Argument, Result>(compute: (argument: Argument) => Result): typeof compute {
  const results = new Map<Argument, Result>();
  return (argument) => {
    const result = results.get(argument) ?? compute(argument);
    results.set(argument, result);
    return result;
  };
}
