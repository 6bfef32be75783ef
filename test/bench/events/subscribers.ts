import { platformPlaces } from '../../process/deploy/platform-places.ts';
import { cleanUp } from '../../process/program.ts';
import { type Figure, median, milliseconds, percentile } from '../figure.ts';
import { type EventServer, prepareStorage, startEventServer } from './event-server.ts';
import { followEventTimes } from './follow-event-times.ts';
import { causeFirstEvent, startSubscribers } from './start-subscribers.ts';

const count = 1000;
const rounds = 10;
const names = { sse: 'SSE', ws: 'WebSocket' };
type Transport = keyof typeof names;

/** Latency of events and memory of the server with 1,000 subscribers of ten identifiers, per transport. */
export async function measureSubscribers(): Promise<Figure[]> {
  const place = platformPlaces().at(-1);
  if (!place) return [];
  const figures: Figure[] = [];
  for (const transport of ['sse', 'ws'] as const) {
    const storage = await place.make();
    await prepareStorage(storage.environment);
    const server = await startEventServer(storage.environment);
    try {
      figures.push(...(await measureTransport(server, transport)));
    } finally {
      await server.kill();
      await storage.remove();
      await cleanUp();
    }
  }
  return figures;
}

async function measureTransport(server: EventServer, transport: Transport): Promise<Figure[]> {
  const begunAt = await followEventTimes(server.url);
  const empty = await server.memory();
  // What the process occupies once, for code, caches and the garbage of many requests at a time, is not counted: the
  // memory is that of further subscribers.
  const first = await startSubscribers({ url: server.url, transport, count });
  await causeFirstEvent(server, first.receivedByAll());
  const before = await server.memory();
  const subscribers = await startSubscribers({ url: server.url, transport, count });
  await causeFirstEvent(server, subscribers.receivedByAll());
  const idle = await server.memory();
  await first.close();
  const cpuBefore = await server.cpuMs();
  const latencies: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const received = subscribers.receivedByAll();
    await server.upload(`Call ${round}`);
    const { event, times } = await received;
    const begun = await begunAt(event);
    latencies.push(...times.map((at) => at - begun));
  }
  const cpuMs = ((await server.cpuMs()) - cpuBefore) / rounds;
  const failures = [...first.failures, ...subscribers.failures];
  await subscribers.close();
  const perSubscriber = (idle.rss - before.rss) / count / 1000;
  const perFirst = (before.rss - empty.rss) / count / 1000;
  const heap = (idle.heapUsed + idle.external - before.heapUsed - before.external) / count / 1000;
  const of = `${count} subscribers over ${names[transport]}`;
  return [
    latency(`median delay of an event, ${of}`, median(latencies), { limit: 250, cpuMs }),
    latency(`p99 delay of an event, ${of}`, percentile(latencies, 99), { limit: 1000, cpuMs }),
    {
      name: `memory per idle subscriber, ${of}`,
      value: `${perSubscriber.toFixed(1)} kB`,
      baseline: `${heap.toFixed(1)} kB of heap and buffers; the first ${count}: ${perFirst.toFixed(1)} kB`,
      target: 'below 50 kB',
      reached: perSubscriber < 50,
    },
    {
      name: `repeated events and errors, ${of}`,
      value: [failures.length, ...new Set(failures)].slice(0, 3).join(' '),
      baseline: `${latencies.length} events received`,
      target: '0',
      reached: failures.length === 0,
    },
  ];
}

const latency = (name: string, value: number, { limit, cpuMs }: { limit: number; cpuMs: number }): Figure => ({
  name,
  value: milliseconds(value),
  baseline: `${cpuMs.toFixed(0)} ms CPU of the server per event`,
  target: `at most ${limit} ms`,
  reached: value <= limit,
});
