import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chown, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idleConnectionMs } from '../../../src/connector/transports/platform-http.ts';
import { scopes } from '../../../src/tools/tool.ts';
import { readConfig } from '../../../src/app/config/config.ts';
import { makeServerDatabase } from '../../support/database/server-database.ts';
import { uploadForm } from '../../support/graph/upload-form.ts';
import { freePort } from '../../support/network/free-port.ts';
import { audience, createSigningKey, type Issuer, sign, startIssuer } from '../../support/network/token-issuer.ts';
import { testVaultKey } from '../../support/platform/service-keys.ts';
import { type CliOutcome, runCommand } from '../../support/process/cli.ts';
import { composeFile, imageInstructions, imageSettings } from './container-files.ts';
import { cleanUp, makeFolder, type Program, startProgram } from '../../support/process/program.ts';
import { timeLimit } from '../../support/time-limit.ts';

const image = imageSettings();
const variables = {
  DATABASE_PASSWORD: 'secret',
  VAULT_KEY: testVaultKey,
  AUTH_JWKS_URL: 'https://id.example.com/jwks.json',
  AUTH_ISSUER: 'https://issuer.example',
  AUTH_AUDIENCE: audience,
};

describe('the image', () => {
  it('runs Node.js as process 1, as another user than root', () => {
    const memory = ['--max-old-space-size=384', '--max-semi-space-size=8'];
    expect(image.entrypoint).toEqual(['node_modules/.bin/node', ...memory, 'src/main.ts']);
    expect(image.command).toEqual(['serve']);
    expect(image.user).toMatch(/^[1-9]\d{3,}:[1-9]\d{3,}$/);
  });

  it('contains only files that exist and are not ignored', () => {
    const copied = imageInstructions()
      .filter(({ name, value }) => name === 'COPY' && !value.includes('--from='))
      .flatMap(({ value }) => value.split(' ').slice(0, -1));
    const context = readFileSync('.dockerignore', 'utf8').split('\n');
    expect(copied).toContain('src');
    expect(copied.filter((path) => !existsSync(path) || !context.includes(`!${path}`))).toEqual([]);
  });
});

const startPage = readFileSync('src/app/README.md', 'utf8');
/** The URL to which the platform sends events, from the section "Containers" of REFERENCE.md. */
const [, receiverOrigin = ''] =
  /webhooks connect .*--url (\S+)/.exec(readFileSync('src/app/REFERENCE.md', 'utf8')) ?? [];
/** The records that the README imports first. */
const [, firstRecords = ''] = /^cat > first.ndjson <<'END'\n([\s\S]*?)^END/m.exec(startPage) ?? [];

describe('compose.yaml', () => {
  const { services, volumes, networks } = composeFile(variables);
  const nodes = [services['platform'], services['graph-1'], services['graph-2']];

  it.each(['DATABASE_PASSWORD', 'VAULT_KEY', 'AUTH_JWKS_URL'])('requires %s', (name) => {
    expect(() => composeFile({ ...variables, [name]: '' })).toThrow(`${name} is missing in .env`);
  });

  it('isolates the database and the cache from the internet', () => {
    expect(networks['inside']?.internal).toBe(true);
    expect([services['database'], services['cache']].map((service) => service?.networks)).toEqual([
      ['inside'],
      ['inside'],
    ]);
    const ports = Object.values(services).flatMap((service) => service.ports);
    expect(ports).toEqual(['127.0.0.1:4001:4000', '127.0.0.1:4002:4000']);
  });

  it('stores data in volumes and nowhere else', () => {
    expect(nodes.map((node) => node?.read_only)).toEqual([true, true, true]);
    const mounted = Object.values(services).flatMap((service) => service.volumes);
    expect(new Set(mounted.map((volume) => volume.split(':')[0]))).toEqual(new Set(Object.keys(volumes)));
    expect(nodes.flatMap((node) => node?.volumes.map((volume) => volume.split(':')[1]))).toEqual(
      Array.from(nodes, () => image.environment['DATA_DIR']),
    );
  });

  it('lets the platform fetch uploads from every graph node, and send events to any of them', () => {
    const origins = [services['graph-1'], services['graph-2']].map((node) => node?.environment['PUBLIC_URL']);
    const allowed = services['platform']?.environment['RECORDING_ORIGINS']?.split(',') ?? [];
    expect(allowed).toEqual([...origins, receiverOrigin]);
    const { hostname, port } = new URL(receiverOrigin);
    const reached = Object.entries(services).filter(([, { networks: joined }]) =>
      Array.isArray(joined) ? false : joined['inside']?.aliases.includes(hostname),
    );
    expect(reached.map(([name]) => name)).toEqual(['graph-1', 'graph-2']);
    expect(image.environment['PORT'] ?? '4000').toBe(port);
  });

  it('does not evict events from Redis before cached results, and writes them to disk', () => {
    const command = services['cache']?.command ?? [];
    const valueOf = (name: string) => command[command.indexOf(name) + 1];
    expect([valueOf('--maxmemory-policy'), valueOf('--appendonly')]).toEqual(['volatile-ttl', 'yes']);
  });

  it('waits until a stopping node has drained', () => {
    const { drainDelayMs, operationTimeoutMs } = readConfig({ NODE_ENV: 'production', DATA_DIR: 'memory' });
    expect(nodes.map((node) => node?.stop_grace_period)).toEqual(['45s', '45s', '45s']);
    expect(drainDelayMs + operationTimeoutMs).toBeLessThan(45_000);
    expect(drainDelayMs).toBeGreaterThan(idleConnectionMs);
  });
});

const { TEST_DATABASE_URL: serverUrl, TEST_REDIS_URL: redisUrl } = process.env;
const [uid = 0, gid = 0] = image.user.split(':').map(Number);
/** The user of the image, if this process is root and can start programs as that user. */
const user = process.getuid?.() === 0 ? { uid, gid } : {};

describe.skipIf(!serverUrl || !redisUrl)(
  'the nodes of compose.yaml, run as processes',
  { timeout: timeLimit(240) },
  () => {
    let database: Awaited<ReturnType<typeof makeServerDatabase>>;
    let issuer: Issuer;
    let key: Awaited<ReturnType<typeof createSigningKey>>;
    beforeAll(async () => {
      database = await makeServerDatabase(serverUrl ?? '');
      key = await createSigningKey('one');
      issuer = await startIssuer(key);
    });
    afterAll(async () => {
      await cleanUp();
      await issuer.close();
      await database.remove();
    });

    /** The environment of a service, with addresses of this machine. */
    async function environmentOf(name: string, more: Record<string, string> = {}): Promise<Record<string, string>> {
      const { services } = composeFile({ ...variables, ...issuer.environment, ...more });
      const environment = { ...image.environment, ...services[name]?.environment };
      const dataDir = await makeFolder();
      if (user.uid !== undefined) await chown(dataDir, user.uid, user.gid);
      const here: Record<string, string> = {
        DATA_DIR: dataDir,
        PORT: await freePort(),
        METRICS_PORT: '0',
        DRAIN_DELAY_MS: '100',
        DATABASE_URL: database.url,
        REDIS_URL: redisUrl ?? '',
        ...more,
      };
      const settings = Object.keys({ ...environment, DRAIN_DELAY_MS: '' });
      return Object.fromEntries(settings.map((each) => [each, here[each] ?? environment[each] ?? '']));
    }

    const isHealthy = async (command: readonly string[], environment: Record<string, string>) => {
      const [file = '', ...args] = command.filter((word) => word !== 'CMD');
      return promisify(execFile)(file, args, { env: environment, ...user }).then(
        () => true,
        () => false,
      );
    };

    const send = async (environment: Record<string, string>, body: BodyInit, headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${environment['PORT']}/graphql`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${await sign(key, { scope: scopes.join(' ') })}` },
        body,
      });

    async function ask(environment: Record<string, string>, query: string) {
      const response = await send(environment, JSON.stringify({ query }), { 'content-type': 'application/json' });
      const { data, errors } = await response.json();
      return { data, errors };
    }

    async function upload(environment: Record<string, string>) {
      const form = uploadForm({ title: 'First', hostUserEmail: 'owner@example.com' });
      return (await send(environment, form, { 'apollo-require-preflight': '1' })).json();
    }

    /** Subscribes to the events. The returned function waits for the first event and returns its data. */
    async function subscribe(environment: Record<string, string>) {
      const query = 'subscription { conversationEvents { trigger activity { title processing { state } } } }';
      const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
      const { status, body } = await send(environment, JSON.stringify({ query }), headers);
      expect(status).toBe(200);
      return async () => {
        let text = '';
        for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
          text += chunk;
          const [, result] = /^event: next\ndata: (.*)\n\n/m.exec(text) ?? [];
          if (result !== undefined) return JSON.parse(result).data;
        }
        throw new Error(`The stream ended: ${text}`);
      };
    }

    it('start in the documented order, are healthy, serve callers, receive events and stop', async () => {
      const ports = [await freePort(), await freePort()];
      const origins = ports.map((port) => `http://127.0.0.1:${port}`);
      const platformEnvironment = await environmentOf('platform', { RECORDING_ORIGINS: origins.join(',') });
      const platform = await startProgram(platformEnvironment, user);
      const client = variablesIn(await runCommand(platformEnvironment, ['clients', 'add', 'graph']));
      await connectAda(platformEnvironment);
      const remote = { ...client, PLATFORM_URL: `http://127.0.0.1:${platformEnvironment['PORT']}` };
      const connect = ['webhooks', 'connect', '--identifier', 'ada', '--url', origins[0] ?? ''];
      const secrets = variablesIn(await runCommand(await environmentOf('graph-1', remote), connect));
      const nodes: { environment: Record<string, string>; program: Program }[] = await Promise.all(
        ports.map(async (PORT, index) => {
          const address = { PORT, PUBLIC_URL: origins[index] ?? '' };
          const environment = await environmentOf(`graph-${index + 1}`, { ...remote, ...secrets, ...address });
          return { environment, program: await startProgram(environment, user) };
        }),
      );
      const [one, two] = nodes.map(({ environment }) => environment);
      if (!one || !two) throw new Error('no nodes');

      const create = 'mutation { createList(input: { name: "Shared" }) { __typename } }';
      expect(await ask(one, create)).toEqual({ data: { createList: { __typename: 'CreateListSuccess' } } });
      expect(await ask(two, '{ lists { name } }')).toEqual({ data: { lists: [{ name: 'Shared' }] } });

      const nextEvent = await subscribe(two);
      expect(await upload(one)).toMatchObject({ data: { uploadActivity: { __typename: 'UploadActivitySuccess' } } });
      expect(await nextEvent()).toEqual({
        conversationEvents: {
          trigger: 'CONVERSATION_PROCESSED',
          activity: { title: 'First', processing: { state: 'DONE' } },
        },
      });

      const { healthcheck } = composeFile(variables).services['platform'] ?? { healthcheck: { test: [] } };
      for (const environment of [platformEnvironment, one]) {
        expect(await isHealthy(healthcheck.test, environment)).toBe(true);
        expect(await isHealthy(image.healthCheck, environment)).toBe(true);
      }
      expect(await isHealthy(image.healthCheck, { ...one, PORT: await freePort() })).toBe(false);

      const stopped = await Promise.all(
        [...nodes.map(({ program }) => program), platform].map((each) => each.end('SIGTERM')),
      );
      expect(stopped).toEqual(Array.from(stopped, () => ({ code: 0, signal: null })));
    });

    /** Creates the users and the accounts of the caller `ada`. */
    async function connectAda(environment: Record<string, string>): Promise<void> {
      const file = `${environment['DATA_DIR']}/first.ndjson`;
      await writeFile(file, firstRecords);
      expect(await runCommand(environment, ['import', file])).toMatchObject({ code: 0 });
      for (const service of ['convo', 'talent']) {
        const generated = await runCommand(environment, ['keys', 'generate', service, '--user', 'owner@example.com']);
        expect(generated).toMatchObject({ code: 0 });
        const connected = await runCommand(environment, ['accounts', 'connect', service, 'ada'], generated.stdout);
        expect(connected).toMatchObject({ code: 0 });
      }
    }
  },
);

/** The variables that a command has printed as lines for `.env`. */
function variablesIn({ code, stdout, stderr }: CliOutcome): Record<string, string> {
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  return Object.fromEntries(Array.from(stdout.matchAll(/^(\w+)=(.*)$/gm), ([, name, value]) => [name, value]));
}
