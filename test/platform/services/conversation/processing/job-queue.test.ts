import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openJobQueues } from '../../../../../src/platform/services/conversation/jobs/open-job-queues.ts';
import { openJobQueue } from '../../../../../src/platform/services/conversation/processing/job-queue.ts';
import { describeOnDatabases } from '../../../../support/database/suite-database.ts';
import { timeLimit } from '../../../../support/time-limit.ts';

describeOnDatabases('the job queue', (opened) => {
  const { db } = opened;
  let nodes: Awaited<ReturnType<typeof openNode>>[];
  /** The organizations whose jobs have started, in order. */
  let started: string[];
  let gate: PromiseWithResolvers<void>;
  beforeEach(() => {
    started = [];
    nodes = [];
    gate = Promise.withResolvers();
  });
  afterEach(async () => {
    gate.resolve();
    for (const { close } of nodes) await close();
  });

  /** Opens a queue whose jobs run until the gate opens. Jobs are named after their organization: "acme 1". */
  async function openNode() {
    const boss = await openJobQueues({ jobs: opened.jobs, log: pino({ level: 'silent' }) });
    const queue = await openJobQueue({
      boss,
      work: async ({ activityId }) => {
        started.push(activityId.split(' ')[0] ?? '');
        await gate.promise;
      },
      onLost: async () => {},
      // If workers waited for the next poll, the third round of jobs would start in two minutes.
      timing: { poll: 60 },
    });
    const close = async () => {
      await queue.close();
      await boss.stop();
    };
    return { queue, close };
  }

  /** Adds jobs in one transaction. `counts` is the number of jobs by organization. */
  async function enqueue(counts: Record<string, number>): Promise<void> {
    await db.transaction().execute(async (trx) => {
      for (const [organizationId, count] of Object.entries(counts)) {
        for (let index = 1; index <= count; index += 1) {
          await nodes[0]?.queue.enqueue(trx, { activityId: `${organizationId} ${index}`, organizationId });
        }
      }
    });
  }

  const countStarted = () =>
    Object.fromEntries([...Map.groupBy(started, (name) => name)].map(([name, all]) => [name, all.length]));
  const expectStarted = (counts: Record<string, number>) =>
    vi.waitFor(() => expect(countStarted()).toEqual(counts), { timeout: timeLimit(25) });

  it('runs jobs without a pause in between', async () => {
    nodes = [await openNode()];
    gate.resolve();
    await enqueue({ acme: 12 });
    await vi.waitFor(() => expect(started).toHaveLength(12), { timeout: timeLimit(25) });
  });

  it('lets organizations take turns', async () => {
    nodes = [await openNode()];
    await enqueue({ acme: 100, globex: 1, initech: 20, umbrella: 1 });
    await expectStarted({ acme: 2, globex: 1, initech: 2, umbrella: 1 });
    gate.resolve();
    await expectStarted({ acme: 100, globex: 1, initech: 20, umbrella: 1 });
    expect(started.lastIndexOf('initech')).toBeLessThan(60);
  });

  it('gives a newcomer the turn of the next job that waits', async () => {
    nodes = [await openNode()];
    const [node] = nodes;
    const rolledBack = db.transaction().execute(async (trx) => {
      const add = (organizationId: string, index: number) =>
        node?.queue.enqueue(trx, { activityId: `${organizationId} ${index}`, organizationId });
      for (let index = 1; index <= 10; index += 1) await add('acme', index);
      await sql`update pgboss.job set state = 'completed' where group_id = 'acme' and priority > -5`.execute(trx);
      for (let index = 1; index <= 2; index += 1) await add('newcomer', index);
      const jobs = sql<{ priority: number }>`
        select priority from pgboss.job where group_id = 'newcomer' order by priority desc`;
      expect((await jobs.execute(trx)).rows).toEqual([{ priority: -5 }, { priority: -6 }]);
      throw new Error('roll back');
    });
    await expect(rolledBack).rejects.toThrow('roll back');
    expect(started).toEqual([]);
  });

  it('keeps places for other organizations, on all nodes', async () => {
    nodes = [await openNode(), await openNode()];
    await enqueue({ acme: 1000 });
    await expectStarted({ acme: 8 });
    await enqueue({ globex: 1 });
    await expectStarted({ acme: 8, globex: 1 });
    await enqueue({ initech: 2, umbrella: 2 });
    await vi.waitFor(() => expect(started).toHaveLength(12), { timeout: timeLimit(25) });
    expect(countStarted()).toMatchObject({ acme: 8, globex: 1 });
  });
});
