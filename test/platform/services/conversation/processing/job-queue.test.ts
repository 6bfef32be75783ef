import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '../../../../../src/platform/database/open-database.ts';
import { openBoss } from '../../../../../src/platform/services/conversation/jobs/open-boss.ts';
import { openJobQueue } from '../../../../../src/platform/services/conversation/processing/job-queue.ts';
import { databases } from '../../../../support/database/test-databases.ts';

describe.each(databases())('the job queue on $name', ({ open }) => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  it('runs jobs without a pause in between', async () => {
    const done: string[] = [];
    const boss = await openBoss({ jobs: opened.jobs, log: pino({ level: 'silent' }) });
    const queue = await openJobQueue({
      boss,
      work: async ({ activityId }) => void done.push(activityId),
      onLost: async () => {},
      // With a pause after each job, the third round would start after two minutes.
      timing: { poll: 60 },
    });
    const ids = Array.from({ length: 12 }, (_, index) => `activity-${String(index).padStart(2, '0')}`);
    await opened.db.transaction().execute(async (trx) => {
      for (const activityId of ids) await queue.enqueue(trx, { activityId });
    });

    await vi.waitFor(() => expect(done.toSorted()).toEqual(ids), { timeout: 25_000 });
    await queue.close();
    await boss.stop();
  });
});
