import pino from 'pino';
import { z } from 'zod';
import type { ConnectionNaming } from '../../src/connector/connector.ts';
import { readPayload } from '../../src/connector/payload.ts';
import type { Transport } from '../../src/connector/transport.ts';
import { noTrace } from '../../src/infrastructure/telemetry/trace-context.ts';
import { toUtcText } from '../../src/tools/conversation/date-time.ts';
import { activitiesPageSize } from '../../src/tools/conversation/vocabulary.ts';
import { ToolError } from '../../src/tools/errors/tool-error.ts';
import { maxPageSize } from '../../src/tools/talent/vocabulary.ts';
import type { ConnectorKind, Tool } from '../../src/tools/tool.ts';
import { toolSchemas } from '../../src/tools/tool-schemas.ts';
import { sendCall } from '../support/platform/send-call.ts';

/** A platform, and how to reach it. */
export interface ContractTarget {
  transport: Transport;
  connections: Record<ConnectorKind, ConnectionNaming>;
  identifier: string;
  /** Names of the tools that the platform has or must have, with their prefixes. */
  tools: ReadonlySet<string>;
  /** Whether reads are sent in batches of two, the other being a call of an unknown tool. */
  isBatched?: boolean;
  /** Whether tools that change data may be called. */
  writes: boolean;
  close(): Promise<void>;
}

export type Input = Readonly<Record<string, unknown>>;

const list = z.looseObject({
  items: z.array(z.record(z.string(), z.unknown())),
  total: z.number().nullish(),
  hasMore: z.boolean().nullish(),
});
/** A parsed record of any tool. */
export type Item = Readonly<Record<string, unknown>>;
export interface Items {
  items: Item[];
  total: number | null;
  /** Whether there are no further pages. */
  isWhole: boolean;
}

export interface CallOptions {
  identifier?: string;
  idempotencyKey?: string;
}

const log = pino({ level: 'silent' });
/** Pages that the suite reads at most of one listing. */
const maxPages = 5;

const unknown = {
  name: 'no_such_tool',
  description: '',
  class: 'read',
  input: z.unknown(),
  output: z.unknown(),
} as const;
export const unknownTool = (connector: ConnectorKind): Tool => ({ connector, ...unknown });

/** How the tool is paged: by `limit` and `page` as text, by `page` alone, or not. */
export function pagingOf(tool: Tool): 'limit' | 'page' | undefined {
  const { limit, page } = Object(toolSchemas(tool).input['properties']);
  return limit ? 'limit' : page ? 'page' : undefined;
}

export type Caller = ReturnType<typeof createCaller>;

/** Returns the value, or ends the test as skipped if there is none. */
export type Given = <Value>(value: Value | null | undefined | false, reason: string) => Value;

export interface Contract {
  target: ContractTarget;
  call: Caller;
  /** Declares a test. It is skipped if the platform lacks one of the tools, or if the sample cannot show the rule. */
  check(name: string, tools: readonly Tool[], run: (given: Given) => Promise<void>): void;
  /** The parameters of the golden call, with ids of the platform. */
  golden(tool: Tool, given: Given): Promise<Input>;
}

export function createCaller(target: ContractTarget) {
  const nameOf = ({ connector, name }: Tool) => target.connections[connector].toolPrefix + name;
  async function payload(tool: Tool, input: object, options: CallOptions = {}): Promise<unknown> {
    const { identifier = target.identifier, idempotencyKey } = options;
    const { connectionName } = target.connections[tool.connector];
    const call = { connectionName, identifier, toolName: nameOf(tool), tool, input, trace: noTrace };
    const other = unknownTool(tool.connector);
    if (target.isBatched && tool.class === 'read' && tool.name !== other.name) void codeOf(other, {}, options);
    return sendCall(target.transport, { ...call, idempotencyKey, signal: new AbortController().signal });
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
  return {
    nameOf,
    payload,
    codeOf,
    page,
    /** Reads the largest pages until one is not full. */
    async all(tool: Tool, input: object): Promise<Items> {
      const items: Item[] = [];
      const paging = pagingOf(tool);
      const pageSize = paging === 'limit' ? maxPageSize : activitiesPageSize;
      for (let number = 1; ; number += 1) {
        const params = paging === 'limit' ? { limit: String(pageSize), page: String(number) } : { page: number };
        const found = await page(tool, { ...input, ...(paging && params) });
        items.push(...found.items);
        const isWhole = !paging || found.items.length < pageSize;
        if (isWhole || number === maxPages) return { items, total: found.total ?? null, isWhole };
      }
    },
  };
}

const daysAgo = (days: number) => toUtcText(new Date(Date.now() - days * 86_400_000));
/** Nearly the longest period that `activities_list` accepts. */
export const recent = daysAgo(170);
export const period = { fromDate: daysAgo(3650), toDate: daysAgo(0) };

/** Computes the result for each argument once. */
export function onceFor<Argument, Result>(compute: (argument: Argument) => Result): typeof compute {
  const results = new Map<Argument, Result>();
  return (argument) => {
    const found = results.get(argument);
    if (found !== undefined) return found;
    const result = compute(argument);
    results.set(argument, result);
    return result;
  };
}
