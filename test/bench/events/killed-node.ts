import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { platformPlaces } from '../../process/deploy/platform-places.ts';
import { cleanUp } from '../../process/program.ts';
import { startBreakableProxy } from '../../support/network/breakable-proxy.ts';
import type { Figure } from '../figure.ts';
import { prepareStorage, startEventServer } from './event-server.ts';
import { causeFirstEvent, startSubscribers } from './start-subscribers.ts';

const count = 200;
const rounds = 20;
/** The event during which the node of the subscribers is killed. */
const fatalRound = 5;
const timeoutMs = 60_000;

/** Events that subscribers of a killed node miss or receive twice when they resume on another one. */
export async function measureKilledNode(): Promise<Figure[]> {
  const place = platformPlaces().find(({ name }) => name === 'PostgreSQL');
  if (!place) {
    console.error('Skipping the killed node: TEST_DATABASE_URL is not set.');
    return [];
  }
  const { environment: storage, remove } = await place.make();
  const redisUrl = process.env['TEST_REDIS_URL'];
  const environment = { ...storage, ...(redisUrl !== undefined && { REDIS_URL: redisUrl }) };
  await prepareStorage(environment);
  const [node, other] = await Promise.all([startEventServer(environment), startEventServer(environment)]);
  const proxy = await startBreakableProxy(new URL(node.url).port);
  const subscribers = await startSubscribers({ url: `${proxy.url}/graphql`, transport: 'resuming', count });
  await causeFirstEvent(other, subscribers.receivedByAll());
  // Processing of the first uploads may still cause an event.
  await wait(2000);
  const { arrivals, failures } = subscribers;
  const { db, close } = await openDatabase({ url: storage['DATABASE_URL'] ?? '' });
  const storedEvents = () => db.selectFrom('convo_events').select('id').execute();
  // Some of these can be older than the subscriptions.
  const earlier = new Set((await storedEvents()).map(({ id }) => id));
  for (let round = 0; round < rounds; round += 1) {
    const uploaded = other.upload(`Call ${round}`);
    if (round === fatalRound) {
      await node.kill();
      proxy.restore(new URL(other.url).port);
    }
    await uploaded;
  }
  await wait(5000);
  // An upload that the killed node was processing causes its event only a minute later.
  const events = (await storedEvents()).filter(({ id }) => !earlier.has(id));
  await close();
  const expected = events.length * count;
  const received = () => events.reduce((sum, { id }) => sum + (arrivals.get(id)?.size ?? 0), 0);
  const startedAt = performance.now();
  while (received() < expected && performance.now() - startedAt < timeoutMs) await wait(50);
  await subscribers.close();
  await proxy.close();
  await other.kill('SIGTERM');
  await cleanUp();
  await remove();
  return [
    {
      name: `events that ${count} subscribers of a killed node missed`,
      value: String(expected - received()),
      baseline: `${events.length} events`,
      target: '0',
      reached: events.length > rounds / 2 && received() === expected,
    },
    {
      name: `repeated events and errors of ${count} subscribers of a killed node`,
      value: [failures.length, ...new Set(failures)].slice(0, 3).join(' '),
      baseline: '',
      target: '0',
      reached: failures.length === 0,
    },
  ];
}
