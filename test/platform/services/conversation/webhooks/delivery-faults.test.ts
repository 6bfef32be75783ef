import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../../support/database/suite-database.ts';
import { openForSuite } from '../../../../support/open-for-suite.ts';
import { zenith } from '../conversation-records.ts';
import { openDeliveryLab, vault } from './delivery-lab.ts';
import { timeLimit } from '../../../../support/time-limit.ts';

describeOnDatabases('faults around deliveries', (opened, { name }) => {
  const lab = openForSuite(() => openDeliveryLab(opened));
  let held: ServerResponse[];
  beforeEach(async () => {
    await lab.stopWorkers();
    await lab.startWorker();
    await lab.reset();
    // This timeout only ends a hanging test: the endpoints respond when the test says so.
    lab.network.timeoutMs = timeLimit(60);
    held = [];
    lab.answers.set('/held', (response) => held.push(response));
  });

  const end = (status: number) => {
    for (const response of held.splice(0)) response.writeHead(status).end();
  };

  /** Lets another process claim the delivery of a process that does not renew its claim. */
  const takeOver = async (webhookId: string) => {
    const worker = await lab.startWorker();
    const silent = (await lab.deliveries(webhookId))[0]?.claimed_by;
    await lab.until(async () => {
      // Repeated, because the silent process can wake up and claim its delivery again.
      await sql`update convo_webhook_deliveries set claimed_until = now() - interval '1 second'
        where claimed_by = ${silent}`.execute(lab.db);
      worker.wake();
      return held.length === 2;
    });
  };

  it('stay with the process that has claimed them, when an earlier one fails late', async () => {
    const { id } = await lab.webhook('/held');
    await lab.record();
    await lab.until(() => held.length === 1);
    await takeOver(id);
    held.splice(0, 1)[0]?.writeHead(500).end();
    await lab.until(() => lab.lines.some(({ msg }) => msg === 'webhook request'));
    await lab.stopWorkers();

    expect(await lab.deliveries(id)).toMatchObject([{ state: 'pending', attempts: 0, claimed_by: null }]);
  });

  it('record the success of a request that another process has repeated', async () => {
    const { id } = await lab.webhook('/held');
    await lab.record();
    await lab.until(() => held.length === 1);
    await takeOver(id);
    held.splice(0, 1)[0]?.end();
    await lab.attempts(id, 1);
    end(500);
    await lab.until(async () => (await lab.counts()).active === 0);

    expect(await lab.deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });

  it('are not held back by a secret that cannot be read', async () => {
    const broken = await lab.webhook('/broken');
    const healthy = await lab.webhook('/ok');
    await lab.stopWorkers();
    await lab.startWorker({
      vault: {
        ...vault,
        open: (sealed, owner) =>
          owner.webhookId === broken.id ? Promise.reject(new Error('unreadable file')) : vault.open(sealed, owner),
      },
    });
    await lab.record();
    await lab.attempts(healthy.id, 1);
    await lab.attempts(broken.id, 1);

    expect(lab.received.map(({ path }) => path)).toEqual(['/ok']);
    expect(await lab.deliveries(broken.id)).toMatchObject([{ state: 'pending', attempts: 1 }]);
  });

  it.skipIf(name === 'PGlite')('do not conflict with the deletion of their webhook', async () => {
    const { id } = await lab.webhook('/held');
    await lab.record();
    await lab.until(() => held.length === 1);
    await lab.db.transaction().execute(async (trx) => {
      await sql`set local deadlock_timeout = '20ms'`.execute(trx);
      await trx.selectFrom('convo_webhooks').select('id').where('id', '=', id).forUpdate().execute();
      end(500);
      await lab.until(async () => {
        const { rows } = await sql`select from pg_locks where not granted`.execute(lab.db);
        return rows.length > 0;
      });
      await trx.deleteFrom('convo_webhooks').where('id', '=', id).execute();
    });
    await lab.until(async () => (await lab.counts()).active === 0);

    expect(await lab.deliveries(id)).toEqual([]);
  });

  it.runIf(name === 'PGlite')('of many hanging endpoints do not delay another endpoint', async () => {
    const paths = Array.from({ length: 450 }, (_, index) => `/held?${index}`);
    for (const path of paths) lab.answers.set(path, (response) => held.push(response));
    await Promise.all(paths.map((path) => lab.webhook(path)));
    const other = await lab.webhook('/ok', { organization: zenith });
    await lab.record();
    await lab.until(() => held.length >= 400);
    await lab.record(1, { organization: zenith });
    await lab.attempts(other.id, 1);
    await lab.until(() => held.length === paths.length);
    end(200);
    await lab.until(async () => (await lab.counts()).active === 0);

    expect(lab.received).toHaveLength(paths.length + 1);
  });
});
