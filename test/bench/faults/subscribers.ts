import { setTimeout } from 'node:timers/promises';
import { createClient } from 'graphql-sse';
import { resuming } from '../../../src/clients/resuming.ts';
import { restart } from '../../system/deploy/balanced-node.ts';
import { startBreakableProxy } from '../../support/network/breakable-proxy.ts';
import { postJson } from '../../support/network/post-json.ts';
import type { Figure } from '../figure.ts';
import type { Cluster } from './cluster.ts';

/** A caller may have a thousand on a node, and the three of the bench come and go. */
const count = 990;
const maxReturnMs = 60_000;

/** Kills a node with a thousand subscribers, which return to the next one. */
export async function returnOfSubscribers({ graphs: [node, next] }: Cluster): Promise<Figure[]> {
  if (!node || !next) return [];
  const proxy = await startBreakableProxy(node.environment.PORT);
  const clients = Array.from({ length: count }, () => {
    const client = createClient({ url: `${proxy.url}/graphql`, retryAttempts: 0 });
    return resuming(client).subscribe(
      { query: 'subscription ($after: EventCursor) { conversationEvents(after: $after) { id cursor } }' },
      { next: () => {}, error: (error) => console.error('A subscription failed:', error), complete: () => {} },
    );
  });
  await whenSubscribed(node.environment.PORT);
  const origin = `http://127.0.0.1:${next.environment.PORT}`;
  const probing = { isOver: false };
  const probes = [
    probe(probing, () => fetch(`${origin}/health/ready`)),
    probe(probing, () => postJson(`${origin}/graphql`, { query: '{ organization { name } }' })),
  ];
  const startedAt = performance.now();
  proxy.breakConnections();
  proxy.restore(next.environment.PORT);
  await Promise.all([restart(node, 'SIGKILL'), whenSubscribed(next.environment.PORT)]);
  const seconds = (performance.now() - startedAt) / 1000;
  probing.isOver = true;
  const [ready, reads] = await Promise.all(probes);
  for (const unsubscribe of clients) unsubscribe();
  await proxy.close();
  const figure = (name: string, value: string, target: string, reached: boolean) => ({
    name: `faults: ${name}`,
    value,
    baseline: '',
    target,
    reached,
  });
  return [
    figure(`return of ${count} subscribers`, `${seconds.toFixed(1)} s`, '≤ 30 s', seconds <= 30),
    ...[
      { name: 'readiness probes', of: ready },
      { name: 'reads', of: reads },
    ].map(({ name, of }) =>
      figure(
        `failed ${name} of the next node`,
        `${of?.failed} of ${of?.sent}, longest ${of?.longestMs.toFixed(0)} ms`,
        '0',
        of?.failed === 0,
      ),
    ),
  ];
}

async function probe(probing: { isOver: boolean }, send: () => Promise<Response>) {
  const result = { sent: 0, failed: 0, longestMs: 0 };
  while (!probing.isOver) {
    const startedAt = performance.now();
    const response = await send().catch(() => undefined);
    const text = await response?.text();
    result.sent += 1;
    if (!response?.ok || text?.includes('"errors"')) {
      result.failed += 1;
      console.error(`A probe failed: ${response?.status} ${text?.slice(0, 300)}`);
    }
    result.longestMs = Math.max(result.longestMs, performance.now() - startedAt);
    await setTimeout(100);
  }
  return result;
}

async function whenSubscribed(port: string): Promise<void> {
  const endsAt = performance.now() + maxReturnMs;
  while (performance.now() < endsAt) {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => undefined);
    const metrics = (await response?.text()) ?? '';
    const open = Array.from(metrics.matchAll(/^graphql_subscriptions\{.*\} (\d+)$/gm), ([, number]) => Number(number));
    if (open.reduce((sum, number) => sum + number, 0) >= count) return;
    await setTimeout(500);
  }
}
