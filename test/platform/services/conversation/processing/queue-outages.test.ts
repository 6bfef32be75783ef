import type { Db } from 'pg-boss';
import pino from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { defineQueue, openJobQueues } from '../../../../../src/platform/services/conversation/jobs/open-job-queues.ts';
import { describeEmbedded } from '../../../../support/database/suite-database.ts';
import { captureLog } from '../../../../support/log-capture.ts';

describeEmbedded('the job queues', (opened) => {
  it('log once that an outage of the database begins, and once that it ends', async () => {
    const { log, lines } = captureLog();
    const boss = await openJobQueues({ jobs: opened.jobs, log });
    onTestFinished(() => boss.stop());
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const unknownHost = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
    // pg-boss copies the errors of its workers to plain objects.
    const shutdown = { code: '57P01', name: '', message: 'terminating connection' };
    const lost = new Error('Connection terminated unexpectedly');
    const outage = () => [refused, unknownHost, shutdown, lost].forEach((error) => boss.emit('error', error));
    outage();
    boss.emit('error', new Error('syntax error'));
    await boss.getDb().executeSql('select 1');
    outage();

    expect(lines.map(({ level, msg }) => `${level} ${msg}`)).toEqual([
      '40 the job queue cannot reach the database',
      '50 the job queue failed',
      '30 the job queue reaches the database again',
      '40 the job queue cannot reach the database',
    ]);
  });

  it('listen again if the server refused the connection', async () => {
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
