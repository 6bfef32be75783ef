import { v5 as uuidOf } from 'uuid';
import { storeActivities } from '../../src/platform/services/conversation/store/store-activities.ts';
import { vacuum } from '../../src/platform/database/vacuum.ts';
import { type BenchApp, openBenchApp } from './bench-app.ts';
import { type BenchCase, median, milliseconds, percentile } from './figure.ts';

const namespace = '4a0f7a0c-51d5-4b0e-9c3e-6f5c0f3a1b2d';
const count = 20_100;
const spanMs = 700 * 86_400_000;
const callers = 10;
const lookupsPerCaller = 10;

const idOf = (index: number) => uuidOf(`activity ${index}`, namespace);

/** The lookup of an activity by its id in a large team, by callers who look up activities at the same time. */
export const activityById: BenchCase = {
  name: 'activity by id',
  async measure() {
    const app = await openBenchApp(async ({ db }) => {
      const now = Math.floor(Date.now() / 1000) * 1000 - 60_000;
      await storeActivities(
        db,
        Array.from({ length: count }, (_, index) => ({
          id: idOf(index),
          type: 'call' as const,
          status: 'completed' as const,
          title: `Call ${index}`,
          started_at: now - Math.floor((index * spanMs) / count / 1000) * 1000,
        })),
      );
      await vacuum(db, 'convo');
    });
    await lookUp(app, count - 1);
    const memoryBefore = process.memoryUsage().rss;
    const lookups = (await Promise.all(Array.from({ length: callers }, (_, caller) => lookUpMany(app, caller)))).flat();
    const growth = (process.memoryUsage().rss - memoryBefore) / 1e6;
    await app.close();

    const times = lookups.map(({ ms }) => ms);
    const calls = lookups.reduce((sum, lookup) => sum + lookup.calls, 0) / lookups.length;
    const name = `of ${count.toLocaleString('en')} activities, ${callers} callers`;
    return [
      {
        name: `lookup by id ${name}, once the server knows their starts: median; p99`,
        value: `${milliseconds(median(times))}; ${milliseconds(percentile(times, 99))}`,
        baseline: '',
        target: 'median below 150 ms',
        reached: median(times) < 150,
      },
      { name: `tool calls per lookup ${name}`, value: String(calls), baseline: '', target: '1', reached: calls === 1 },
      {
        name: `memory growth during ${lookups.length} lookups ${name}`,
        value: `${growth.toFixed(0)} MB`,
        baseline: '',
        target: 'at most 50 MB',
        reached: growth <= 50,
      },
    ];
  },
};

async function lookUpMany(app: BenchApp, caller: number) {
  const lookups = [];
  for (let round = 0; round < lookupsPerCaller; round += 1) {
    // A prime number as the step spreads the lookups over all activities.
    lookups.push(await lookUp(app, ((caller * lookupsPerCaller + round) * 7_919) % count));
  }
  return lookups;
}

async function lookUp(app: BenchApp, index: number) {
  const startedAt = performance.now();
  const { data, extensions } = await app.query('query ($id: ID!) { activity(id: $id) { title } }', { id: idOf(index) });
  const ms = performance.now() - startedAt;
  if (JSON.stringify(data) !== JSON.stringify({ activity: { title: `Call ${index}` } })) throw new Error('not found');
  return { ms, calls: extensions.toolCalls.length };
}
