import { beforeAll, describe, expect, it } from 'vitest';
import pino from 'pino';
import { z } from 'zod';
import { type Accounts, createAccounts } from '../../src/platform/accounts/accounts.ts';
import { createConnections } from '../../src/platform/accounts/connections.ts';
import { openVault } from '../../src/platform/accounts/open-vault.ts';
import { createPlatform } from '../../src/platform/platform.ts';
import type { ExecuteRequest } from '../../src/tools/platform.ts';
import type { Service, ServiceAccess } from '../../src/tools/service.ts';
import { defineTools } from '../../src/tools/tool.ts';
import { PlatformError } from '../../src/tools/errors/platform-error.ts';
import { suiteDatabase } from '../support/database/suite-database.ts';

const { rename } = defineTools('talent', {
  rename: {
    description: 'Rename a thing.',
    class: 'repeatable',
    input: z.strictObject({ id: z.string().min(1, 'must not be empty'), name: z.string().trim().default('Nameless') }),
    output: z.object({ id: z.string() }),
  },
});

describe('the platform', () => {
  const { db } = suiteDatabase();
  let accounts: Accounts;
  const executed: { toolName: string; input: unknown; access: ServiceAccess }[] = [];
  const service: Service = {
    kind: 'talent',
    tools: { rename, read: { ...rename, name: 'read', class: 'read', input: z.strictObject({}) } },
    async execute(toolName, input, access) {
      executed.push({ toolName, input, access });
      return { id: input };
    },
    authenticate: async ({ signal: given }) => ({ userId: 'usr_1', isPersonal: true, signal: given }),
    ensureUser: async ({ identifier }) => identifier,
  };
  const { signal } = new AbortController();

  beforeAll(async () => {
    const vault = await openVault({ previousKeys: [], file: 'memory' });
    accounts = createAccounts({ db, vault, now: () => new Date() });
    await createConnections(db).add({ name: 'Talent', kind: 'talent', toolPrefix: 'acme_' });
    await accounts.connect({ connectionName: 'Talent', identifier: 'ada', token: 'token of ada' });
  });

  const platform = () => createPlatform({ services: [service], accounts, log: pino({ level: 'silent' }) });
  const execute = async (request: Partial<ExecuteRequest>) => {
    executed.length = 0;
    return platform().execute({
      connectionName: 'Talent',
      identifier: 'ada',
      toolName: 'acme_rename',
      input: { id: 'x' },
      signal,
      ...request,
    });
  };

  it("runs the tool with the account's token and checked input", async () => {
    const checked = { id: 'x', name: 'New' };
    expect(await execute({ input: { id: 'x', name: '  New ' } })).toEqual({ id: checked });
    expect(executed).toEqual([{ toolName: 'rename', input: checked, access: { token: 'token of ada', signal } }]);
    await execute({});
    expect(executed.map(({ input }) => input)).toEqual([{ id: 'x', name: 'Nameless' }]);
  });

  it.each<[string, Partial<ExecuteRequest>, string, string]>([
    [
      'a tool with another prefix',
      { toolName: 'talent_rename' },
      'NOT_SUPPORTED',
      'There is no tool named "talent_rename".',
    ],
    ['the prefix alone', { toolName: 'acme_' }, 'NOT_SUPPORTED', 'There is no tool named "acme_".'],
    ['an empty id', { input: { id: '' } }, 'BAD_USER_INPUT', 'id must not be empty'],
  ])('rejects %s without calling the service', async (_what, request, code, message) => {
    const refusal = await execute(request).catch((error: unknown) => error);

    expect(refusal).toBeInstanceOf(PlatformError);
    expect(refusal).toMatchObject({ code, message });
    expect(executed).toEqual([]);
  });

  const outputSchema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { id: { type: 'string' } },
    required: ['id'],
  };

  it('lists the tools of a connection with their prefix and JSON Schemas', async () => {
    const listing = await platform().listTools({ connectionName: 'Talent', identifier: 'ada', signal });
    const again = await platform().listTools({ connectionName: 'Talent', identifier: 'ada', signal });

    // Each schema is built once.
    expect(again[0]?.inputSchema).toBe(listing[0]?.inputSchema);
    expect(again[0]?.outputSchema).toBe(listing[0]?.outputSchema);
    expect(listing).toEqual([
      {
        name: 'acme_rename',
        description: 'Rename a thing.',
        readOnly: false,
        inputSchema: {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          type: 'object',
          properties: { id: { type: 'string', minLength: 1 }, name: { type: 'string', default: 'Nameless' } },
          required: ['id'],
          additionalProperties: false,
        },
        outputSchema,
      },
      {
        name: 'acme_read',
        description: 'Rename a thing.',
        readOnly: true,
        inputSchema: {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          type: 'object',
          properties: {},
          additionalProperties: false,
        },
        outputSchema,
      },
    ]);
  });

  it('uses the new token when an account is connected again', async () => {
    await accounts.connect({ connectionName: 'Talent', identifier: 'cleo', token: 'first' });
    await accounts.connect({ connectionName: 'Talent', identifier: 'cleo', token: 'second' });
    await execute({ identifier: 'cleo' });

    expect(executed.map(({ access }) => access.token)).toEqual(['second']);
  });
});
