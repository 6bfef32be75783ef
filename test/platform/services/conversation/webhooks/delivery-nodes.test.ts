import { afterEach, beforeEach, expect, it } from 'vitest';
import { isPublicAddress } from '../../../../../src/platform/services/conversation/network/address-rules.ts';
import { describeOnDatabases } from '../../../../support/database/suite-database.ts';
import { openForSuite } from '../../../../support/open-for-suite.ts';
import { openDeliveryLab } from './delivery-lab.ts';

describeOnDatabases('the workers of deliveries', (opened) => {
  const lab = openForSuite(() => openDeliveryLab(opened));
  beforeEach(async () => {
    await lab.startWorker();
    await lab.reset();
  });
  afterEach(() => lab.stopWorkers());

  it('of two nodes deliver each event once', async () => {
    await lab.startWorker();
    const webhooks = await Promise.all(['/a', '/b', '/c'].map((path) => lab.webhook(path)));
    const ids = await lab.record(40);
    for (const { id } of webhooks) await lab.attempts(id, 40);

    const keys = lab.received.map(({ path, headers }) => `${path} ${headers['webhook-id']}`);
    expect(new Set(keys).size).toBe(120);
    expect(keys).toHaveLength(120);
    expect(new Set(lab.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(ids));
  });

  it('finish a request that ends soon when they stop, and repeat others later', async () => {
    let respond = () => {};
    lab.answers.set('/slow', (response) => (respond = () => void response.end()));
    lab.answers.set('/hangs', () => {});
    const slow = await lab.webhook('/slow');
    const hanging = await lab.webhook('/hangs');
    await lab.record();
    await lab.until(() => lab.received.length === 2);
    const stopped = lab.stopWorkers();
    respond();
    await stopped;

    expect(await lab.deliveries(slow.id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
    expect(await lab.deliveries(hanging.id)).toMatchObject([{ state: 'pending', attempts: 0, last_error: null }]);
    expect((await lab.stored(hanging.id))?.failing_since).toBeNull();
    lab.answers.clear();
    await lab.startWorker();
    await lab.attempts(hanging.id, 1);
    expect(lab.received.map(({ path }) => path).toSorted()).toEqual(['/hangs', '/hangs', '/slow']);
  });

  it('connect to the address that they checked, also at a later attempt', async () => {
    await lab.stopWorkers();
    const resolved: string[] = [];
    await lab.startWorker({
      network: {
        allows: (address) => address === '127.0.0.1' || isPublicAddress(address),
        resolve: async (hostname) => {
          resolved.push(hostname);
          return [{ address: resolved.length === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
        },
      },
    });
    const { id } = await lab.webhook('', { url: `http://rebinding.test:${lab.server.port}/ok` });
    await lab.record();
    await lab.attempts(id, 1);
    await lab.record();
    await lab.attempts(id, 2);

    expect(resolved).toEqual(['rebinding.test', 'rebinding.test']);
    expect(lab.received).toHaveLength(1);
    const states = (await lab.deliveries(id)).map(({ state, last_error: error }) => `${state} ${error}`);
    expect(states.toSorted()).toEqual([
      'delivered null',
      'pending The address rebinding.test leads to a loopback or private address.',
    ]);
  });

  it('send nothing to a forbidden address', async () => {
    await lab.stopWorkers();
    await lab.startWorker({ addressRules: { allowHttp: false, allowPrivate: false } });
    const { id } = await lab.webhook('/ok');
    await lab.record();
    await lab.attempts(id, 1);

    expect(lab.received).toEqual([]);
    expect(await lab.deliveries(id)).toMatchObject([
      {
        state: 'pending',
        last_error: `The address 127.0.0.1:${lab.server.port} leads to a loopback or private address.`,
      },
    ]);
  });
});
