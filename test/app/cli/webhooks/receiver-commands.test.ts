import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../../../src/app/config/config.ts';
import { createReceiverTokens } from '../../../../src/http/webhooks/receiver-token.ts';
import { webhookTriggers } from '../../../../src/tools/conversation/vocabulary.ts';
import { acme, ada, storeTeams, zoe } from '../../../platform/services/conversation/conversation-records.ts';
import { type CliOutcome, runCommand, takeAudit } from '../../../support/process/cli.ts';
import { cleanUp, makeFolder } from '../../../support/process/program.ts';
import { serveLoopback } from '../../../support/network/loopback-server.ts';
import { testVaultKey } from '../../../support/platform/service-keys.ts';
import { openTestPlatform } from '../../../support/platform/test-platform.ts';
import { environmentOfClient, serveApp } from '../../../support/network/serve-app.ts';
import { useResource } from '../../../support/resource.ts';
import { startApp } from '../../../support/network/start-app.ts';

const triggers = Object.values(webhookTriggers);
const origin = 'https://graph.example.com';

describe('the commands of the webhook receiver', () => {
  let settings: Record<string, string>;
  let dataDir: string;

  // Neither the connection name nor the tool prefix is the default.
  const naming = { CONVO_CONNECTION: 'Calls (EU)', CONVO_TOOL_PREFIX: 'eu_' };
  const ofPlatform = { DATA_DIR: 'memory', DEMO_DATA: 'false', VAULT_KEY: testVaultKey, ...naming };
  const platform = useResource(() => openTestPlatform(readConfig(ofPlatform), () => new Date()));
  const served = useResource(async () => serveApp(await startApp(ofPlatform, platform)));

  beforeAll(async () => {
    await storeTeams(platform.database.db);
    await platform.connect('convo', { identifier: 'ada', userId: ada });
    await platform.connect('convo', { identifier: 'zoe', userId: zoe });
    const remote = await environmentOfClient(platform.database.db, served.url);
    settings = { ...remote, PUBLIC_URL: origin, ...naming };
  });
  afterAll(cleanUp);
  beforeEach(async () => {
    await platform.database.db.deleteFrom('convo_webhooks').execute();
    dataDir = await makeFolder();
  });

  const run = (args: string[], more: Record<string, string> = {}): Promise<CliOutcome> =>
    runCommand({ DATA_DIR: dataDir, ...settings, ...more }, ['webhooks', ...args]);
  const connect = (more?: Record<string, string>) => run(['connect', '--identifier', 'ada'], more);
  const disconnect = (more?: Record<string, string>) => run(['disconnect', '--identifier', 'ada'], more);

  /** The webhooks of all organizations, as the platform stores them. */
  const registered = () =>
    platform.database.db
      .selectFrom('convo_webhooks')
      .select(['organization_id as organization', 'trigger', 'url'])
      .orderBy('organization_id')
      .orderBy('trigger')
      .execute();
  const urlOf = (organization: string, base = origin) =>
    `${base}/webhooks/convo/${createReceiverTokens(settings['PLATFORM_CLIENT_SECRET'] ?? '').create(organization)}`;
  const ofAcme = (base?: string) =>
    triggers.toSorted().map((trigger) => ({ organization: acme, trigger, url: urlOf(acme, base) }));
  const secretsIn = ({ stdout }: CliOutcome) => /^WEBHOOK_RECEIVER_SECRETS=(.*)\n$/.exec(stdout)?.[1]?.split(',') ?? [];

  it('connect all triggers of the organization and print the secrets for the environment', async () => {
    const outcome = await connect();
    expect(outcome).toMatchObject({ code: 0, stderr: expect.stringContaining('Connected 5 triggers') });
    expect(secretsIn(outcome)).toHaveLength(5);
    expect(readConfig({ WEBHOOK_RECEIVER_SECRETS: secretsIn(outcome).join(',') }).events.receiverSecrets).toEqual(
      secretsIn(outcome),
    );
    expect(await registered()).toEqual(ofAcme());
  });

  it('store the ids in a file that only its owner can read', async () => {
    await connect();
    const file = join(dataDir, 'webhook-receiver.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8')).webhooks).toHaveLength(5);
  });

  it('change nothing when all triggers are connected', async () => {
    const [secret = ''] = secretsIn(await connect());
    const again = await connect({ WEBHOOK_RECEIVER_SECRETS: secret });
    expect(again).toMatchObject({ code: 0, stdout: '# No new secrets for WEBHOOK_RECEIVER_SECRETS.\n' });
    expect(again.stderr).toContain(`Already connected: ${triggers.join(', ')}.`);
    expect(await registered()).toEqual(ofAcme());
  });

  it('print the secrets of another organization after the configured ones', async () => {
    const [first = ''] = secretsIn(await connect());
    const outcome = await run(['connect', '--identifier', 'zoe'], { WEBHOOK_RECEIVER_SECRETS: first });
    expect(secretsIn(outcome)).toHaveLength(6);
    expect(secretsIn(outcome)[0]).toBe(first);
    expect(await registered()).toHaveLength(10);
    expect(await disconnect()).toMatchObject({ code: 0 });
    expect((await registered()).map(({ organization }) => organization)).not.toContain(acme);
    expect(await registered()).toHaveLength(5);
  });

  it('replace the webhooks when the address of the graph has changed', async () => {
    await connect();
    const moved = await run(['connect', '--identifier', 'ada', '--url', 'https://new.example.com']);
    expect(secretsIn(moved)).toHaveLength(5);
    expect(await registered()).toEqual(ofAcme('https://new.example.com'));
  });

  it('complete a connection that failed in the middle, without losing the printed secrets', async () => {
    let creations = 0;
    const proxy = await serveLoopback(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      const isCreation = body.includes('eu_webhook_create');
      if (isCreation) creations += 1;
      if (isCreation && creations === 3)
        return void response.writeHead(500).end('{"error":{"code":"UPSTREAM_ERROR","message":"No."}}');
      const { authorization = '', 'content-type': type = '' } = request.headers;
      const answer = await fetch(`${served.url}${request.url}`, {
        method: request.method ?? 'GET',
        headers: { authorization, 'content-type': type },
        ...(body.length > 0 && { body }),
      });
      response.writeHead(answer.status).end(await answer.text());
    });
    const PLATFORM_URL = proxy.url;
    const failed = await connect({ PLATFORM_URL });
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain('Not all triggers are connected; repeat the command. webhook_create: ');
    expect(secretsIn(failed)).toHaveLength(2);

    const completed = await connect({ PLATFORM_URL, WEBHOOK_RECEIVER_SECRETS: secretsIn(failed).join(',') });
    expect(completed).toMatchObject({ code: 0 });
    expect(new Set(secretsIn(completed)).size).toBe(5);
    expect(await registered()).toEqual(ofAcme());
    expect(await disconnect({ PLATFORM_URL })).toMatchObject({ code: 0 });
    await proxy.close();
  });

  it('disconnect, also what was removed on the platform before', async () => {
    await connect();
    await platform.database.db.deleteFrom('convo_webhooks').where('trigger', '=', 'conversation_played').execute();
    expect(await disconnect()).toMatchObject({
      code: 0,
      stdout: 'Disconnected 5 triggers of the organization "Acme".\n',
    });
    expect(await registered()).toEqual([]);
  });

  it('write an audit line for each webhook, without secrets', async () => {
    takeAudit();
    await connect();
    const connected = takeAudit();
    await disconnect();
    const subject = { organization: acme, webhook: expect.any(String) };
    expect(connected).toEqual(triggers.map((trigger) => ['webhook connected', { trigger, ...subject }]));
    expect(takeAudit()).toEqual(triggers.map((trigger) => ['webhook disconnected', { trigger, ...subject }]));
    expect(JSON.stringify(connected)).not.toContain('whsec_');
  });

  it('name the triggers whose ids are unknown', async () => {
    await connect();
    const file = join(dataDir, 'webhook-receiver.json');
    const { webhooks } = z
      .object({ webhooks: z.array(z.looseObject({ trigger: z.string() })) })
      .parse(JSON.parse(await readFile(file, 'utf8')));
    const rest = webhooks.filter(({ trigger }) => trigger !== 'conversation_shared');
    await writeFile(file, JSON.stringify({ webhooks: rest }));
    const { code, stdout, stderr } = await disconnect();
    expect([code, stdout]).toEqual([1, 'Disconnected 4 triggers of the organization "Acme".\n']);
    expect(stderr).toContain(`${file} contains no ids for conversation_shared. `);
    expect((await registered()).map(({ trigger }) => trigger)).toEqual(['conversation_shared']);
  });

  it.each([
    ['without a remote platform', { PLATFORM_URL: '' }, 'PLATFORM_URL is not set.'],
    [
      'without a data folder',
      { DATA_DIR: 'memory' },
      'DATA_DIR is memory, so the ids of the webhooks cannot be stored.',
    ],
    [
      'with an address that is too long',
      { PUBLIC_URL: `https://${'a'.repeat(60)}.${'b'.repeat(60)}.example.com` },
      'Set PUBLIC_URL or --url to an origin with at most 105 characters.',
    ],
    [
      'with an address that the platform rejects',
      { PUBLIC_URL: 'http://graph-1:4000' },
      'url must begin with https:// (BAD_USER_INPUT). List http://graph-1:4000 in RECORDING_ORIGINS of the platform',
    ],
    ['on an unknown connection', { CONVO_CONNECTION: 'Calls' }, 'organization_get failed for "ada" on "Calls"'],
  ])('fail %s, and create nothing', async (_, environment, message) => {
    const { code, stdout, stderr } = await connect(environment);
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(message)]);
    expect(await registered()).toEqual([]);
  });

  it('fail when the platform does not identify organizations', async () => {
    const old = await serveLoopback((request, response) =>
      response.end(
        request.url === '/oauth/token'
          ? '{"access_token":"x","token_type":"Bearer","expires_in":3600}'
          : '{"data":{"name":"Acme"},"execution_id":"1"}',
      ),
    );
    expect(await connect({ PLATFORM_URL: old.url })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not support events: organization_get returns no id'),
    });
    await old.close();
  });
});
