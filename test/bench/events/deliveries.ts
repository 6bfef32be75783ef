import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { platformPlaces } from '../../process/deploy/platform-places.ts';
import { cleanUp, makeFolder } from '../../process/program.ts';
import { userIdOf } from '../../../src/platform/services/conversation/store/store-users.ts';
import type { Figure } from '../figure.ts';
import { eventSettings, prepareStorage, startEventServer, subscribers } from './event-server.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

const count = 1000;
const paths = ['/crm', '/warehouse', '/chat'];
const timeoutMs = 180_000;

/** Delivery of 1,000 events to three webhooks while every tenth delivery fails at first. */
export async function measureDeliveries(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, make } of platformPlaces()) {
    const { environment, remove } = await make();
    figures.push(...(await measureOn(name, environment)));
    await cleanUp();
    await remove();
  }
  return figures;
}

async function measureOn(database: string, storage: Record<string, string>): Promise<Figure[]> {
  const environment = { ...storage, WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_PRIVATE: 'true' };
  await prepareStorage(environment);
  const receiver = await startWebhookReceiver({ fails: ({ number, attempt }) => attempt === 1 && number % 10 === 0 });
  // The embedded database belongs to one process at a time.
  const first = await startEventServer(environment);
  for (const path of paths) await createWebhook(first, `${receiver.url}${path}`);
  await first.kill('SIGTERM');
  await importListens(environment);

  const server = await startEventServer(environment);
  const startedAt = performance.now();
  const cpuBefore = await server.cpuMs();
  const expected = count * paths.length;
  let firstPassMs = 0;
  while (receiver.accepted.size < expected && performance.now() - startedAt < timeoutMs) {
    if (firstPassMs === 0 && receiver.accepted.size + receiver.rejected >= expected) {
      firstPassMs = performance.now() - startedAt;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const cpuMs = (await server.cpuMs()) - cpuBefore;
  await server.kill('SIGTERM');
  await receiver.close();
  const duplicates = [...receiver.accepted.values()].reduce((sum, times) => sum + times - 1, 0);
  const of = `of ${count} events to ${paths.length} webhooks on ${database}`;
  return [
    {
      name: `deliveries ${of}, every tenth failing at first`,
      value: String(receiver.accepted.size),
      baseline: `${receiver.rejected} failed requests; ${seconds.toFixed(1)} s`,
      target: String(expected),
      reached: receiver.accepted.size === expected,
    },
    {
      name: `repeated deliveries ${of}`,
      value: String(duplicates),
      baseline: '',
      target: '0',
      reached: duplicates === 0,
    },
    {
      name: `CPU time per delivery ${of}`,
      value: `${(cpuMs / expected).toFixed(2)} ms`,
      baseline: `${(firstPassMs / 1000).toFixed(1)} s until all were attempted`,
      target: 'at most 5 ms',
      reached: cpuMs / expected <= 5,
    },
  ];
}

async function createWebhook(server: Awaited<ReturnType<typeof startEventServer>>, url: string): Promise<void> {
  const created = await server.ask(
    'mutation ($url: URL!) { createWebhook(input: { trigger: CONVERSATION_PLAYED, url: $url }) { __typename } }',
    { url },
  );
  if (!JSON.stringify(created).includes('CreateWebhookSuccess')) throw new Error(JSON.stringify(created));
}

/** Imports a conversation that was played 1,000 times. */
async function importListens(environment: Record<string, string>): Promise<void> {
  const userId = userIdOf(subscribers[0] ?? '');
  const activityId = randomUUID();
  const activity = {
    kind: 'activity',
    id: activityId,
    type: 'call',
    status: 'completed',
    title: 'Played often',
    started_at: '2026-05-04 10:00:00',
    host_user_id: userId,
  };
  const listens = Array.from({ length: count }, (_, second) => ({
    kind: 'listen',
    activity_id: activityId,
    user_id: userId,
    listened_at: new Date(Date.UTC(2026, 4, 5) + second * 1000).toISOString(),
  }));
  const file = join(await makeFolder(), 'listens.ndjson');
  await writeFile(file, [activity, ...listens].map((line) => JSON.stringify(line)).join('\n'));
  const env = { PATH: process.env['PATH'], ...eventSettings, ...environment };
  await promisify(execFile)(process.execPath, ['src/main.ts', 'import', '--emit', file], { env });
}
