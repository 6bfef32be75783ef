import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { databaseUrl, onServer } from '../../support/database/server-statement.ts';
import { startProbingBalancer } from '../../support/network/probing-balancer.ts';
import { startBreakableProxy } from '../../support/network/breakable-proxy.ts';
import { freePort } from '../../support/network/free-port.ts';
import { startRedisServer } from '../../support/network/redis-server.ts';
import { testVaultKey } from '../../support/platform/service-keys.ts';
import { mountDisk, unmountDisks } from '../../support/small-disk.ts';
import { startNode } from '../../system/deploy/balanced-node.ts';
import { cleanUp, makeFolder, spawnProgram } from '../../support/process/program.ts';

const diskMegabytes = 300;
export const identifier = 'demo';

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/**
 * Two platform nodes with demo data and three graph nodes behind balancers, of the program in `cwd`, on a database and a
 * Redis of their own. Their files are on a small disk.
 */
export async function startCluster(serverUrl: string, cwd: string | undefined) {
  const options = cwd === undefined ? {} : { cwd };
  const name = `bench_faults_${process.pid}`;
  // The limit of connections does not apply to superusers.
  const password = randomBytes(8).toString('hex');
  await onServer(serverUrl, `create role ${name} login password '${password}'`);
  await onServer(serverUrl, `create database ${name} owner ${name}`);
  const adminUrl = databaseUrl(serverUrl, name);
  const url = Object.assign(new URL(adminUrl), { username: name, password }).href;
  const redis = await startRedisServer();
  const disk = await makeFolder();
  mountDisk(disk, diskMegabytes);
  const balancers = { platform: await startProbingBalancer(), graph: await startProbingBalancer() };
  const proxy = await startBreakableProxy(new URL(balancers.platform.url).port);
  const ports = await Promise.all([0, 1, 2].map(() => freePort()));
  const folder = async (path: string) => {
    await mkdir(join(disk, path));
    return join(disk, path);
  };
  const storage = { DATABASE_URL: url, DATA_DIR: await folder('platform'), VAULT_KEY: testVaultKey };
  const platform = {
    ...storage,
    SERVES: 'graph,platform',
    REDIS_URL: redis.url,
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    RECORDING_ORIGINS: [balancers.graph.url, ...ports.map((port) => `http://127.0.0.1:${port}`)].join(','),
  };
  const run = (args: string[], environment: Record<string, string>, of: { cwd?: string } = {}) =>
    text(spawnProgram(environment, { args, ...of }).stdout);

  const first = await startNode(balancers.platform, { ...platform, DEMO_DATA: 'true' }, options);
  first.environment['DEMO_DATA'] = 'false';
  const platforms = [first, await startNode(balancers.platform, platform, options)];
  const { client, secret } = z
    .object({ client: z.object({ clientId: z.string() }), secret: z.string() })
    .parse(JSON.parse(await run(['clients', 'add', 'Graph', '--json'], storage, options)));
  const remote = {
    PLATFORM_URL: proxy.url,
    PLATFORM_CLIENT_ID: client.clientId,
    PLATFORM_CLIENT_SECRET: secret,
    REDIS_URL: redis.url,
  };
  const connect = ['webhooks', 'connect', '--identifier', identifier, '--url', balancers.graph.url];
  const printed = await run(connect, { ...remote, DATA_DIR: await folder('commands') });
  const [, secrets = ''] = /WEBHOOK_RECEIVER_SECRETS=(\S+)/.exec(printed) ?? [];
  const graph = { ...remote, WEBHOOK_RECEIVER_SECRETS: secrets, METRICS: 'true' };
  const graphs = await Promise.all(
    ports.map(async (PORT) =>
      startNode(balancers.graph, { ...graph, PORT, DATA_DIR: await folder(`graph-${PORT}`) }, options),
    ),
  );
  return {
    platforms,
    graphs,
    redis,
    disk,
    /** Delays what the platform answers. */
    delayPlatform: proxy.delay,
    url: balancers.graph.url,
    databaseName: name,
    /** As a superuser. */
    adminUrl,
    async close() {
      await cleanUp().catch(() => {});
      await proxy.close();
      await balancers.graph.close();
      await balancers.platform.close();
      unmountDisks();
      await redis.close();
      await onServer(serverUrl, `drop database ${name} with (force)`);
      await onServer(serverUrl, `drop role ${name}`);
    },
  };
}
