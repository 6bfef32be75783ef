import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import pino, { type Logger } from 'pino';
import { afterEach } from 'vitest';
import { type App, createApp } from '../../../src/app/app.ts';
import { readConfig } from '../../../src/app/config/config.ts';
import { allScopes, grantableScopes } from '../../../src/tools/tool.ts';
import type { SlotLimits } from '../../../src/operation/operation-slots.ts';
import type { EventFeed } from '../../../src/infrastructure/event-stream/create-event-feed.ts';
import type { ResilienceOverrides } from '../../../src/connector/resilience/settings.ts';
import type { Db } from '../../../src/platform/database/open-database.ts';
import { useResource } from '../resource.ts';
import { openTestPlatform, type TestPlatform } from '../platform/test-platform.ts';
import { calm } from './calm-resilience.ts';
import { testVaultKey } from '../platform/service-keys.ts';
import { createToolDouble, type ToolDouble } from './tool-double.ts';
import { jsonRequest } from '../network/post-json.ts';

/** The default time of the service's clock. */
export const now = new Date('2026-03-02T12:00:00Z');

export const minutesAgo = (minutes: number) => now.getTime() - minutes * 60_000;

/** An operation of `generated/operations.ts`. */
export type Operation<Data, Variables> = DocumentTypeDecoration<Data, Variables> & { toString(): string };

export interface RequestOptions {
  /** The caller's identifier; `ada` when omitted. */
  as?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface AnsweredError {
  message: string;
  path?: (string | number)[];
  extensions?: Record<string, unknown>;
}

export interface Answer<Data> {
  data: Data | null;
  errors: AnsweredError[];
  /** Tool calls of the operation, in the order in which they started. */
  toolCalls: { tool: string; keys: number }[];
}

export interface Graph {
  app: App;
  db: Db;
  /** The channel on which the platform announces events added to its database. */
  changes: TestPlatform['changes'];
  connect: TestPlatform['connect'];
  tools: ToolDouble;
  /** Sends an operation and returns data and errors. */
  execute<Data, Variables>(
    operation: Operation<Data, Variables>,
    variables: Variables,
    options?: RequestOptions,
  ): Promise<Answer<Data>>;
  /** Sends an operation and throws if it has errors. */
  ask<Data, Variables>(
    operation: Operation<Data, Variables>,
    variables: Variables,
    options?: RequestOptions,
  ): Promise<{ data: Data; toolCalls: Answer<Data>['toolCalls'] }>;
  close(): Promise<void>;
}

export interface GraphOptions {
  log?: Logger;
  /** Additional environment variables. */
  environment?: Record<string, string>;
  /** The service's clock; fixed at `now` by default. */
  clock?: () => Date;
  /** By default retries have no delay and no breaker opens. */
  resilience?: ResilienceOverrides;
  slotLimits?: SlotLimits;
  isOverloaded?: () => boolean;
  events?: EventFeed;
}

/**
 * Starts the real graph over an empty in-memory database, with a clock fixed at `now`. The identifiers `ada`, `ben` and
 * `cleo` have talent accounts as the users `usr_ada`, `usr_ben` and `usr_cleo`; a header selects the caller. Recordings
 * are stored but not processed.
 */
export async function startGraph({
  log = pino({ level: 'silent' }),
  environment = {},
  clock = () => now,
  resilience = calm,
  slotLimits,
  isOverloaded = () => false,
  events,
}: GraphOptions = {}) {
  const config = readConfig({
    DATA_DIR: 'memory',
    DEMO_DATA: 'false',
    VAULT_KEY: testVaultKey,
    CACHE_SECONDS: '0',
    ...environment,
  });
  const { database, conversation, changes, connect, ...standing } = await openTestPlatform(config, clock);
  const { db } = database;
  const tools = createToolDouble();
  const app = await createApp(config, {
    database,
    conversation,
    changes,
    now: clock,
    wrapTransport: tools.wrap,
    resilience,
    log,
    ...(slotLimits && { slotLimits }),
    ...(events && { events }),
    isOverloaded,
    // If `environment` configures tokens, the token identifies the caller, not the header.
    ...(!config.tokenRules && {
      identify: ({ headers }) => ({
        identifier: headers.get('x-test-caller') ?? 'ada',
        scopes: readScopes(headers.get('x-test-scopes')),
        expiresAt: headers.has('x-test-expired') ? new Date() : undefined,
      }),
    }),
  });

  const graph: Graph = {
    app,
    db,
    changes,
    connect,
    tools,
    execute: async (operation, variables, options) =>
      readAnswer(await app.fetch(graphqlRequest('http://graph.test/graphql', { operation, variables, ...options }))),
    async ask(operation, variables, options) {
      const { data, errors, toolCalls } = await graph.execute(operation, variables, options);
      if (data && errors.length === 0) return { data, toolCalls };
      throw new Error(`The graph returned errors:\n${JSON.stringify({ errors, data, toolCalls }, null, 2)}`);
    },
    close: async () => {
      await app.close();
      await standing.close();
    },
  };
  return graph;
}

/** Starts a graph before the tests of a suite, restores its tools after each test, and closes it after the last. */
export function useGraph(): Graph;
export function useGraph<Started extends Graph>(start: () => Promise<Started>): Started;
export function useGraph(start: () => Promise<Graph> = startGraph): Graph {
  const graph = useResource(start);
  afterEach(() => graph.tools.restore());
  return graph;
}

/** Builds the HTTP request of an operation. */
export function graphqlRequest<Data, Variables>(
  url: string,
  {
    operation,
    variables,
    as = 'ada',
    headers,
    signal,
  }: RequestOptions & {
    operation: Operation<Data, Variables>;
    variables: Variables;
  },
): Request {
  return jsonRequest(
    url,
    { query: operation.toString(), variables },
    { headers: { 'x-test-caller': as, ...headers }, ...(signal && { signal }) },
  );
}

async function readAnswer<Data>(response: Response): Promise<Answer<Data>> {
  const text = await response.text();
  const type = response.headers.get('content-type');
  if (!type?.includes('json')) throw new Error(`Expected JSON, got ${response.status} ${type}:\n${text}`);
  const body: {
    data?: Data | null;
    errors?: AnsweredError[];
    extensions?: { toolCalls?: { tool: string; keys: number }[] };
  } = JSON.parse(text);
  const toolCalls = body.extensions?.toolCalls ?? [];
  return {
    data: body.data ?? null,
    errors: (body.errors ?? []).map(({ message, path, extensions }) => ({
      message,
      ...(path && { path }),
      ...(extensions && { extensions }),
    })),
    toolCalls: toolCalls.map(({ tool, keys }) => ({ tool, keys })),
  };
}

/** Parses space-separated scopes; null means all. */
const readScopes = (text: string | null) =>
  text === null ? allScopes : new Set(grantableScopes.filter((scope) => text.split(' ').includes(scope)));
