import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../../support/database/suite-database.ts';
import { openForSuite } from '../../../../support/open-for-suite.ts';
import { openDeliveryLab } from './delivery-lab.ts';
import { startEarlierNode } from './earlier-node.ts';

describeOnDatabases('deliveries during an upgrade', (opened) => {
  const lab = openForSuite(() => openDeliveryLab(opened));
  let earlier: Awaited<ReturnType<typeof startEarlierNode>>;
  let held: ServerResponse[];
  beforeEach(async () => {
    await lab.reset();
    earlier = await startEarlierNode(opened);
    held = [];
    lab.answers.set('/held', (response) => held.push(response));
  });
  afterEach(async () => {
    await earlier.crash();
    await lab.stopWorkers();
    await earlier.stop();
  });

  const sent = () => lab.received.map(({ path, headers }) => `${path} ${headers['webhook-id']}`).toSorted();
  const recordEarlier = (count = 1) => lab.record(count, { also: earlier.adopt });

  it('are sent once while nodes of both releases run', async () => {
    const { id } = await lab.webhook('/ok');
    const ids = await recordEarlier(20);
    await lab.until(() => lab.received.length > 0);
    await lab.startWorker();
    await lab.startWorker();
    for (let round = 0; round < 5; round += 1) ids.push(...(await recordEarlier(4)), ...(await lab.record(4)));
    await lab.attempts(id, ids.length);

    expect(await lab.counts()).toEqual({ queued: 0, active: 0 });
    expect(sent()).toEqual(ids.map((each) => `/ok ${each}`).toSorted());
  });

  it('are left to the earlier node while its request is in flight', async () => {
    const { id } = await lab.webhook('/held');
    const other = await lab.webhook('/ok');
    await recordEarlier();
    await lab.until(() => held.length === 1);
    await lab.startWorker();
    await lab.record();
    await lab.attempts(other.id, 2);
    await lab.until(() => held.length === 2);
    for (const response of held.splice(0)) response.end();
    await lab.attempts(id, 2);

    expect(lab.received.filter(({ path }) => path === '/held')).toHaveLength(2);
    expect(new Set(sent()).size).toBe(4);
  });

  it('are repeated when due, if the earlier node has failed to send them', async () => {
    lab.answers.set('/ok', (response) => response.writeHead(500).end());
    const { id } = await lab.webhook('/ok');
    const [event] = await recordEarlier();
    await lab.attempts(id, 1);
    lab.answers.clear();
    await lab.startWorker();
    await lab.skipDelay();
    await lab.attempts(id, 2);

    expect(sent()).toEqual([`/ok ${event}`, `/ok ${event}`]);
    expect(await lab.deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  it('are repeated after a crash of the earlier node', async () => {
    const { id } = await lab.webhook('/held');
    const [event] = await recordEarlier();
    await lab.until(() => held.length === 1);
    await earlier.crash();
    lab.answers.clear();
    await earlier.expireJobs();
    await lab.startWorker();
    await lab.attempts(id, 1);

    expect(sent()).toEqual([`/held ${event}`, `/held ${event}`]);
    for (const response of held) response.end();
  });
});
