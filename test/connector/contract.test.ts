import { Hono } from 'hono';
import pino from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SentCall, Transport } from '../../src/connector/transport.ts';
import { createEmbeddedTransport } from '../../src/connector/transports/embedded.ts';
import { createRestTransport } from '../../src/connector/transports/rest.ts';
import { listen } from '../../src/http/listen.ts';
import { type AccessLogVariables, createAccessLog, logRequests } from '../../src/http/middleware/access-log.ts';
import { createTelemetry } from '../../src/infrastructure/telemetry/telemetry.ts';
import { noTrace } from '../../src/infrastructure/telemetry/trace-context.ts';
import { createPlatformRoutes } from '../../src/platform/api/platform-routes.ts';
import { isForCaller, problemCodes } from '../../src/tools/errors/error-codes.ts';
import { PlatformError } from '../../src/tools/errors/platform-error.ts';
import { ToolError } from '../../src/tools/errors/tool-error.ts';
import { goldenPayloads } from '../../src/tools/golden-payloads.ts';
import type { ExecuteRequest, ListedTool, Platform } from '../../src/tools/platform.ts';
import type { ServerBindings } from '../../src/tools/server-bindings.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { toolsByName } from '../platform/golden/golden-calls.ts';
import { useResource } from '../support/resource.ts';

const log = pino({ level: 'silent' });

/** What the platform has received, and what it answers. */
const received: ExecuteRequest[] = [];
let answer: (request: ExecuteRequest) => unknown;
let listed: () => ListedTool[];
const platform: Platform = {
  async execute(request) {
    received.push(request);
    return answer(request);
  },
  listTools: async () => listed(),
};

interface Opened {
  transport: Transport;
  close: () => Promise<void>;
}

async function openRest(): Promise<Opened> {
  const telemetry = createTelemetry();
  const routes = new Hono<{ Bindings: Partial<ServerBindings>; Variables: AccessLogVariables }>();
  routes.use(logRequests(createAccessLog(log, telemetry)));
  const clients = {
    issueToken: async () => ({ token: 'token', expiresInSeconds: 3600 }),
    clientOf: async () => 'client',
  };
  const limits = { callRateLimit: 10_000, proxyHops: 0 };
  routes.route('/', createPlatformRoutes({ platform, clients, limits, now: () => new Date(), telemetry, log }));
  const server = await listen((...exchange) => routes.fetch(...exchange), { host: '127.0.0.1', port: 0 });
  const transport = createRestTransport({ url: server.url, clientId: 'client', clientSecret: 'secret', log });
  return {
    transport,
    async close() {
      await transport.close();
      await server.close();
    },
  };
}

const account = { connectionName: 'Talent (EU)', identifier: 'ada & co' };
const examples = Object.entries(goldenPayloads).flatMap(([name, worlds]) =>
  Object.entries(worlds).map(([world, example]) => ({ name, world, ...example })),
);

interface Outcome {
  payload?: unknown;
  error?: unknown;
  version?: string;
}

/** A call for the transport, and a promise of its outcome. */
function callOf({ tool, input, key }: { tool: Tool; input: unknown; key?: string | undefined }) {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const outcome: Outcome = {};
  const call: SentCall = {
    request: { ...account, tool, toolName: `acme_${tool.name}`, input, idempotencyKey: key, trace: noTrace },
    onAbort: undefined,
    hasNewToken: false,
    reportAccountVersion: (version) => {
      outcome.version = version;
    },
    succeed: (payload) => resolve({ ...outcome, payload }),
    fail: (error) => resolve({ ...outcome, error }),
    sendAgain: () => resolve({ error: 'sent again' }),
  };
  return { call, ended: promise };
}

const toolOf = (name: string): Tool => {
  const tool = Object.entries(toolsByName).find(([each]) => each === name)?.[1];
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return tool;
};
const read = (search: string) => ({ tool: toolOf('cities_list'), input: { search } });

/** Codes that only the graph reports, never a platform. */
const ownCodes: ReadonlySet<string> = new Set(['OUTCOME_UNKNOWN', 'MALFORMED_PAYLOAD', 'TOOL_CALL_BUDGET_EXCEEDED']);
const shownToCallers = {
  message: 'The words of the service.',
  issues: [{ path: ['filter', '0', 'minScore'], message: 'must be from 1 to 10' }],
};
const rejections = problemCodes
  .filter((code) => !ownCodes.has(code))
  .map((code) => ({ code, shown: isForCaller(code) ? shownToCallers : {} }));

beforeEach(() => {
  received.length = 0;
  answer = () => ({ items: [] });
  listed = () => [];
});

/** The graph sees the same platform over both transports. */
describe.each([
  {
    name: 'the embedded transport',
    open: async (): Promise<Opened> => ({ transport: createEmbeddedTransport(platform), close: async () => {} }),
    together: 1,
  },
  { name: 'the REST transport', open: openRest, together: 1 },
  { name: 'the REST transport with batches', open: openRest, together: 3 },
])('$name', ({ open, together }) => {
  const opened = useResource(open);
  /** Sends the call, in a batch with others if the suite is about batches. */
  async function outcomeOf(tool: Tool, input: unknown, key?: string): Promise<Outcome> {
    const others = tool.class === 'read' ? Array.from({ length: together - 1 }, () => callOf(read('other'))) : [];
    const { call, ended } = callOf({ tool, input, key });
    opened.transport.send([call, ...others.map((other) => other.call)]);
    return ended;
  }

  it.each(examples)('carries the $world parameters and payload of $name', async ({ name, params, payload }) => {
    const tool = toolOf(name);
    answer = ({ toolName }) => (toolName === `acme_${name}` ? payload : { items: ['other'] });
    expect(await outcomeOf(tool, params)).toEqual({ payload });
    expect(received[0]).toMatchObject({ ...account, toolName: `acme_${name}`, input: params });
  });

  it.each([null, true, 0, '', 'text', [], [null], { __proto__: null, a: { b: [1, null] } }])(
    'carries the payload %j',
    async (payload) => {
      answer = () => payload;
      expect(await outcomeOf(toolOf('summary_get'), { activityId: 'ä 😀 "\\' })).toEqual({ payload });
      expect(received[0]?.input).toEqual({ activityId: 'ä 😀 "\\' });
    },
  );

  it('carries the idempotency key of a change, and none otherwise', async () => {
    await outcomeOf(toolOf('lists_create'), { name: 'Board' }, 'a key');
    await outcomeOf(toolOf('lists_create'), { name: 'Board' });
    expect(received.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['a key', undefined]);
    expect(opened.transport.honoursKeys?.()).toBe(true);
  });

  it('carries the version of the account, also of a call that fails', async () => {
    answer = ({ onAccountVersion }) => {
      onAccountVersion?.('v2');
      throw new PlatformError({ code: 'NOT_FOUND', message: 'There is no list.' });
    };
    expect(await outcomeOf(toolOf('lists_get'), { id: 'x' })).toMatchObject({
      version: 'v2',
      error: { code: 'NOT_FOUND' },
    });
  });

  it.each(rejections)('carries the rejection $code', async ({ code, shown }) => {
    const issues = [{ path: ['filter', '0', 'min_score'], message: 'must be from 1 to 10' }];
    answer = () => {
      throw new PlatformError({ code, message: 'The words of the service.', issues });
    };
    const { error } = await outcomeOf(toolOf('lists_get'), { id: 'x' });
    expect(error).toBeInstanceOf(ToolError);
    expect(error).toMatchObject({ code, tool: 'lists_get', mayHaveHappened: false, ...shown });
  });

  it('carries whether a rejected call certainly did not reach the service', async () => {
    const arrived = async (code: 'RATE_LIMITED' | 'UPSTREAM_TIMEOUT') => {
      answer = () => {
        throw new PlatformError({ code, message: 'No.' });
      };
      return (await outcomeOf(toolOf('lists_get'), { id: 'x' })).error;
    };
    expect(await arrived('RATE_LIMITED')).toMatchObject({ neverArrived: true });
    expect(await arrived('UPSTREAM_TIMEOUT')).toMatchObject({ neverArrived: false });
  });

  it('reveals nothing of a fault', async () => {
    answer = () => {
      throw new Error('relation "talent_lists" does not exist');
    };
    const { error } = await outcomeOf(toolOf('lists_get'), { id: 'x' });
    expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', isRetryable: false });
    expect(String(error)).not.toContain('relation');
  });

  it('tells calls that are sent together apart, whichever ends first', async () => {
    answer = async ({ input }) => {
      const { search } = Object(input);
      // oxlint-disable-next-line timing/no-sleep -- this call must end after the others
      if (search === 'slow') await new Promise((resolve) => setTimeout(resolve, 20));
      if (search === 'wrong') throw new PlatformError({ code: 'BAD_USER_INPUT', message: 'Wrong.' });
      return search;
    };
    const calls = ['slow', 'wrong', 'fast'].map((search) => callOf(read(search)));
    opened.transport.send(calls.map(({ call }) => call));
    const outcomes = await Promise.all(calls.map(({ ended }) => ended));
    expect(outcomes).toMatchObject([{ payload: 'slow' }, { error: { code: 'BAD_USER_INPUT' } }, { payload: 'fast' }]);
  });

  it('aborts a call at the platform when its callers have left', async () => {
    const { promise: aborted, resolve } = Promise.withResolvers<boolean>();
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    answer = ({ signal }) => {
      arrive();
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => {
          resolve(true);
          reject(new Error('aborted'));
        }),
      );
    };
    const { call } = callOf(read('left'));
    opened.transport.send([call]);
    await arrived;
    call.onAbort?.(new Error('left'));
    expect(await aborted).toBe(true);
  });

  it('lists tools, or says why not', async () => {
    const { signal } = new AbortController();
    const tool = {
      name: 'acme_lists_get',
      description: 'Reads a list.',
      readOnly: true,
      inputSchema: { type: 'object' },
    };
    listed = () => [tool];
    expect(await opened.transport.listTools({ ...account, signal })).toEqual([tool]);
    listed = () => {
      throw new PlatformError({ code: 'NOT_CONNECTED', message: 'Connect an account.' });
    };
    const rejected = opened.transport.listTools({ ...account, signal });
    await expect(rejected).rejects.toMatchObject({ code: 'NOT_CONNECTED', message: 'Connect an account.' });
  });
});
