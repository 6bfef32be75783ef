import { Hono } from 'hono';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createConnector } from '../../src/connector/connector.ts';
import { resilienceSettings } from '../../src/connector/resilience/settings.ts';
import { allScopes, defineTools } from '../../src/tools/tool.ts';
import type { Transport } from '../../src/connector/transport.ts';
import { createEmbeddedTransport } from '../../src/connector/transports/embedded.ts';
import { createRestTransport } from '../../src/connector/transports/rest.ts';
import { listen } from '../../src/http/listen.ts';
import type { CallVariables } from '../../src/platform/api/call-error.ts';
import { noTrace } from '../../src/infrastructure/telemetry/trace-context.ts';
import { createTelemetry } from '../../src/infrastructure/telemetry/telemetry.ts';
import { createPlatformRoutes } from '../../src/platform/api/platform-routes.ts';
import { createPlatform } from '../../src/platform/platform.ts';
import { toolRunner } from '../../src/platform/services/tool-runner.ts';
import type { Platform } from '../../src/tools/platform.ts';

const log = pino({ level: 'silent' });

const outcomes: string[] = [];

/** A tool that reports each parse of its input. */
const tools = defineTools('talent', {
  rename: {
    description: 'Renames something.',
    class: 'once',
    input: z.preprocess(
      (input) => {
        outcomes.push('parsed');
        return input;
      },
      z.strictObject({ name: z.string().trim().min(1, 'must not be empty') }),
    ),
    output: z.object({ name: z.string() }),
  },
});

const platform = createPlatform({
  services: [
    {
      kind: 'talent',
      tools,
      ensureUser: async () => 'usr_ada',
      ...toolRunner({
        tools,
        keys: { authenticate: async () => ({ userId: 'usr_ada', isPersonal: true }), issuePersonal: async () => 'key' },
        handlers: {
          rename: async ({ name }) => {
            outcomes.push(`renamed to ${JSON.stringify(name)}`);
            return { name };
          },
        },
      }),
    },
  ],
  accounts: {
    find: async () => ({
      connection: { name: 'talent', kind: 'talent', toolPrefix: '' },
      account: { state: 'ready', token: 'key', version: 'v1' },
    }),
  },
});

async function openEmbedded(): Promise<{ transport: Transport; close: () => Promise<void> }> {
  return { transport: createEmbeddedTransport(platform), close: async () => {} };
}

async function openRest(): Promise<{ transport: Transport; close: () => Promise<void> }> {
  const clients = {
    issueToken: async () => ({ token: 'token', expiresInSeconds: 3600 }),
    clientOf: async () => 'client',
  };
  const routes = new Hono<{ Variables: CallVariables }>();
  routes.use(async (c, next) => {
    c.set('requestId', 'request');
    c.set('logEntry', {});
    c.set('trace', noTrace);
    await next();
  });
  routes.route(
    '/',
    createPlatformRoutes({
      platform: observed(platform),
      clients,
      limits: { callRateLimit: 1000, proxyHops: 0 },
      now: () => new Date(),
      telemetry: createTelemetry(),
      log,
    }),
  );
  const server = await listen((request) => routes.fetch(request), { host: '127.0.0.1', port: 0 });
  const transport = createRestTransport({ url: server.url, clientId: 'client', clientSecret: 'secret', log });
  const close = async () => {
    await transport.close();
    await server.close();
  };
  return { transport, close };
}

/** Reports each input that arrives over the network. */
const observed = (inner: Platform): Platform => ({
  ...inner,
  execute(request) {
    outcomes.push(`received ${JSON.stringify(request.input)}`);
    return inner.execute(request);
  },
});

describe.each([
  { name: 'embedded', open: openEmbedded, received: [] },
  { name: 'over REST', open: openRest, received: ['received {"name":"Board"}', 'parsed'] },
])('a tool call $name', ({ open, received }) => {
  let opened: Awaited<ReturnType<typeof open>>;
  beforeEach(async () => {
    outcomes.length = 0;
    opened = await open();
  });
  afterEach(() => opened.close());

  const call = (input: { name: string }) =>
    createConnector({
      transport: opened.transport,
      connections: { talent: { connectionName: 'talent', toolPrefix: '' } },
      resilience: resilienceSettings(10_000),
      log,
    })
      .openSession({ identifier: 'ada', scopes: allScopes, signal: new AbortController().signal })
      .call(tools.rename, input);

  it('parses its input once per process', async () => {
    expect(await call({ name: ' Board ' })).toEqual({ name: 'Board' });
    expect(outcomes).toEqual(['parsed', ...received, 'renamed to "Board"']);
  });

  it('parses every input, even one with the same values', async () => {
    await call({ name: 'Board' });
    await call({ name: 'Board' });
    expect(outcomes.filter((outcome) => outcome === 'parsed')).toHaveLength(received.length > 0 ? 4 : 2);
  });

  it.each([
    ['that breaks a rule', { name: '' }, 'name must not be empty'],
    ['with text that the database cannot store', { name: 'a\u0000' }, 'name must be well-formed text without U+0000'],
  ])('is rejected before it is sent with input %s', async (_what, input, message) => {
    await expect(call(input)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', message });
    expect(outcomes).toEqual(['parsed']);
  });
});
