import type { Db } from 'pg-boss';
import pino from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { defineQueue, openJobQueues } from '../../../../../src/platform/services/conversation/jobs/open-job-queues.ts';
import { describeEmbedded } from '../../../../support/database/suite-database.ts';

describeEmbedded('the listener of the job queues', (opened) => {
  it('listens again if the server refused its connection', async () => {
    const refused = Object.assign(new Error('too many connections'), { code: '53300' });
    const { jobs } = opened;
    const listen = vi.fn<NonNullable<Db['listen']>>(jobs.db?.listen).mockRejectedValueOnce(refused);
    const onJobs = vi.fn<(queueName: string) => void>();
    const boss = await openJobQueues({
      jobs: { ...jobs, ...(jobs.db && { db: { ...jobs.db, listen } }) },
      log: pino({ level: 'silent' }),
      onJobs,
    });
    onTestFinished(() => boss.stop());

    await defineQueue(boss, 'letters', { retryLimit: 1 });
    await boss.send('letters', { to: 'Ada' });
    await vi.waitFor(() => expect(onJobs).toHaveBeenCalledWith('letters'));
    expect(listen).toHaveBeenCalledTimes(2);
  });
});
