import pino from 'pino';
import { readPayload } from '../../../connector/payload.ts';
import { readResponse } from '../../../connector/transports/rest-response.ts';
import { reasonOf } from '../../../tools/errors/operator-error.ts';
import { executeResponseSchema } from '../../../tools/rest-protocol.ts';
import { isSuccess } from '../../../tools/rules/http.ts';
import { issueText } from '../../../tools/rules/input-issues.ts';
import { parseToolInput, type Tool, type ToolInput, type ToolRecord } from '../../../tools/tool.ts';
import type { z } from 'zod';
import { type CheckedConnection, describe, expectCode, failureFaults } from './checked-connection.ts';
import type { Aspect } from './findings.ts';
import { lostValues } from './lost-values.ts';

/** A tool that returns items; undefined is an item that cannot be read. */
export type ListTool<Item extends object = object> = Tool<
  z.ZodType,
  z.ZodType<{ items: readonly (Item | undefined)[]; total?: number | null }>
>;

export type ItemOf<T extends ListTool> = NonNullable<ToolRecord<T>['items'][number]>;

export type CheckedTools = ReturnType<typeof createCheckedTools>;

/**
 * Calls tools with the checks and the parsers of the graph, and records what is wrong. Does nothing with a tool that is
 * not in the list of the platform.
 * @param has whether the tool is in the list
 */
export function createCheckedTools(
  { findings, nameOf, execute, identifier, honoursKeys }: CheckedConnection,
  has: (tool: Tool) => boolean,
) {
  // An overload, because TypeScript cannot relate the tool to its record.
  /** Calls a tool, and returns what the graph would read; undefined if the tool is not listed, or if a fault was recorded. */
  async function read<T extends Tool>(tool: T, params: ToolInput<T>, key?: string): Promise<ToolRecord<T> | undefined>;
  async function read(tool: Tool, params: object, key?: string): Promise<unknown> {
    if (!has(tool)) return undefined;
    const name = nameOf(tool);
    const input = parseToolInput(tool, params);
    if ('issues' in input) {
      const text = `the ids of the platform cannot be sent to ${name}: ${issueText(input.issues)}`;
      findings.fault(name, text, 'shape');
      return undefined;
    }
    const sent = `sent ${JSON.stringify(params)}`;
    try {
      const startedAt = performance.now();
      const response = await execute(name, params, key);
      findings.time(name, performance.now() - startedAt);
      if (!isSuccess(response.status)) {
        findings.fault(name, `${sent}; received ${describe(response)}; expected a payload`, 'answers');
        if (response.status !== 0) for (const fault of failureFaults(response)) findings.fault(name, fault, 'errors');
        return undefined;
      }
      const { data } = readResponse(executeResponseSchema, { response, tool: name });
      findings.ok(name, 'answers');
      const dropped: string[] = [];
      const log = pino({ base: null }, { write: (line: string) => void dropped.push(line) });
      const record = readPayload({ tool: { ...tool, name }, log }, data);
      const unread = dropped.map((line) => {
        const { path, reason }: { path?: string; reason?: string } = JSON.parse(line);
        return `${sent}; received an item at ${path} that cannot be read: ${reason}`;
      });
      const lost = lostValues(data, record).map(
        ({ path, value }) =>
          `${sent}; received ${path} ${value}, which the graph reads as null; expected what output_schema says`,
      );
      findings.judge(name, [...unread.slice(0, 3), ...lost.slice(0, 3)], 'shape');
      return record;
    } catch (error) {
      const isShape = Reflect.get(Object(error), 'code') === 'MALFORMED_PAYLOAD';
      const reason = reasonOf(error);
      const isNotJson = reason.endsWith('response is not JSON');
      findings.fault(
        name,
        `${sent}; ${reason}; expected ${isNotJson ? 'JSON, not HTML or text' : 'what output_schema says'}`,
        isShape && !isNotJson ? 'shape' : 'answers',
      );
      return undefined;
    }
  }

  /** The items that the graph would read. @param params together are the input */
  async function itemsOf<T extends ListTool>(
    tool: T,
    ...params: Partial<ToolInput<T>>[]
  ): Promise<ItemOf<T>[] | undefined>;
  async function itemsOf(tool: ListTool, ...params: object[]): Promise<object[] | undefined> {
    return (await read(tool, Object.assign({}, ...params)))?.items.filter((item) => item !== undefined);
  }

  return {
    identifier,
    nameOf,
    execute,
    honoursKeys,
    has,
    read,
    itemsOf,
    /** Sends what the platform must reject. */
    async rejects(tool: Tool, params: object, code = 'NOT_FOUND') {
      if (!has(tool)) return;
      const response = await execute(nameOf(tool), params);
      findings.judge(nameOf(tool), expectCode(code, `sent ${JSON.stringify(params)}`, response), 'errors');
    },
    judge: (tool: Tool, faults: readonly string[], aspect: Aspect) =>
      has(tool) && findings.judge(nameOf(tool), faults, aspect),
    skip: (tools: Tool | readonly Tool[], text: string, aspect: Aspect) => {
      for (const tool of [tools].flat().filter(has)) findings.skip(nameOf(tool), text, aspect);
    },
  };
}
