import pino from 'pino';
import { z } from 'zod';
import type { ConnectionNaming } from '../../src/connector/connector.ts';
import { readPayload } from '../../src/connector/payload.ts';
import type { SentCall, Transport } from '../../src/connector/transport.ts';
import type { RestPlatform } from '../../src/connector/transports/rest.ts';
import { noTrace } from '../../src/infrastructure/telemetry/trace-context.ts';
import { ToolError } from '../../src/tools/errors/tool-error.ts';
import { maxPageSize } from '../../src/tools/talent/vocabulary.ts';
import type { ConnectorKind, Tool, ToolRecord } from '../../src/tools/tool.ts';
import { toolSchemas } from '../../src/tools/tool-schemas.ts';

/** A platform, and how to reach it. */
export interface ContractTarget {
  transport: Transport;
  connections: Record<ConnectorKind, ConnectionNaming>;
  identifier: string;
  /** Whether reads are sent in batches of two, the other being a call of an unknown tool. */
  isBatched?: boolean;
  /** Whether tools that change data may be called. */
  writes: boolean;
  /** Set if the platform is reached over REST. */
  rest?: RestPlatform;
  close(): Promise<void>;
}

/** A tool that returns items. */
export type ListTool<Item extends object = object> = Tool<
  z.ZodType,
  z.ZodType<{ items: readonly (Item | undefined)[]; total?: number | null }>
>;

export type ItemOf<T extends ListTool> = NonNullable<ToolRecord<T>['items'][number]>;

export interface Items<Item> {
  items: Item[];
  /** Whether there are no further pages. */
  isWhole: boolean;
}

const log = pino({ level: 'silent' });

export type Caller = ReturnType<typeof createCaller>;

/** Pages that the suite reads at most of one listing. */
const maxPages = 5;

export const noSuchTool = (connector: ConnectorKind): Tool => ({
  connector,
  name: 'no_such_tool',
  description: '',
  class: 'read',
  input: z.unknown(),
  output: z.unknown(),
});

export function createCaller(target: ContractTarget) {
  const listed = new Map<ConnectorKind, Promise<ReadonlySet<string>>>();

  function send(tool: Tool, input: object, { identifier = target.identifier, key }: CallOptions = {}) {
    const { connectionName, toolPrefix } = target.connections[tool.connector];
    const account = { connectionName, identifier };
    const toolName = toolPrefix + tool.name;
    const call = sentCall(target.transport, { ...account, tool, toolName, input, idempotencyKey: key, trace: noTrace });
    if (!target.isBatched || tool.class !== 'read') {
      target.transport.send([call.sent]);
      return call.ended;
    }
    const other = noSuchTool(tool.connector);
    const unknown = { ...account, tool: other, toolName: toolPrefix + other.name, input: {}, trace: noTrace };
    const companion = sentCall(target.transport, unknown);
    target.transport.send([companion.sent, call.sent]);
    return Promise.all([call.ended, companion.ended]).then(([outcome]) => outcome);
  }

  /** @throws ToolError */
  async function payload(tool: Tool, input: object, options?: CallOptions): Promise<unknown> {
    const outcome = await send(tool, input, options);
    if ('error' in outcome) throw outcome.error;
    return outcome.payload;
  }

  // An overload, because TypeScript cannot relate the tool to its record.
  async function read<T extends Tool>(tool: T, input: object, options?: CallOptions): Promise<ToolRecord<T>>;
  async function read(tool: Tool, input: object, options?: CallOptions): Promise<unknown> {
    return readPayload({ tool, log }, await payload(tool, input, options));
  }

  async function page<Item extends object>(tool: ListTool<Item>, input: object) {
    const { items, ...rest } = await read(tool, input);
    return { ...rest, items: items.filter((item) => item !== undefined) };
  }

  return {
    payload,
    read,
    page,
    /** The code of the error that the call fails with, or a description of what came instead. */
    async codeOf(tool: Tool, input: object, options?: CallOptions): Promise<string> {
      const outcome = await send(tool, input, options);
      if (!('error' in outcome)) return `no error, but ${JSON.stringify(outcome.payload).slice(0, 200)}`;
      return outcome.error instanceof ToolError ? outcome.error.code : String(outcome.error);
    },
    /** Reads pages with the largest size until one is not full. */
    async all<Item extends object>(tool: ListTool<Item>, input: object, pageSize = maxPageSize): Promise<Items<Item>> {
      const items: Item[] = [];
      const { page: isPaged, limit } = Object(toolSchemas(tool).input['properties']);
      for (let number = 1; number <= maxPages; number += 1) {
        const paging = limit ? { page: String(number), limit: String(pageSize) } : number > 1 && { page: number };
        const found = await page(tool, { ...input, ...(isPaged && paging) });
        items.push(...found.items);
        if (!isPaged || found.items.length < pageSize) return { items, isWhole: true };
      }
      return { items, isWhole: false };
    },
    /** Why the tool cannot be called; undefined if it can. */
    async missing({ connector, name, required }: Tool): Promise<string | undefined> {
      const { connectionName, toolPrefix } = target.connections[connector];
      const request = { connectionName, identifier: target.identifier, signal: new AbortController().signal };
      const names =
        listed.get(connector) ??
        target.transport.listTools(request).then((tools) => new Set(tools.map((tool) => tool.name)));
      listed.set(connector, names);
      try {
        const isMissing = !(await names).has(toolPrefix + name) && !required;
        return isMissing ? `the platform does not have ${toolPrefix}${name}` : undefined;
      } catch (error) {
        if (!(error instanceof ToolError && error.code === 'NOT_CONNECTED')) throw error;
        return `${target.identifier} has no account on the connection ${connectionName}`;
      }
    },
  };
}

interface CallOptions {
  identifier?: string;
  /** Idempotency key. */
  key?: string;
}

type Outcome = { payload: unknown } | { error: unknown };

function sentCall(transport: Transport, request: SentCall['request']): { sent: SentCall; ended: Promise<Outcome> } {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const create = (hasNewToken: boolean): SentCall => ({
    request,
    hasNewToken,
    onAbort: undefined,
    reportAccountVersion: () => {},
    succeed: (payload) => resolve({ payload }),
    fail: (error) => resolve({ error }),
    sendAgain: (how) => transport.send([create('hasNewToken' in how)]),
  });
  return { sent: create(false), ended: promise };
}
