import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { z } from 'zod';
import { describe, expect, it, vi } from 'vitest';
import type { Change } from '../../../../src/infrastructure/event-stream/event-feed.ts';
import { createRedisChanges } from '../../../../src/infrastructure/event-stream/changes.ts';
import { hasRedisServer, startRedisServer } from '../../../support/network/redis-server.ts';
import { useClosing, useFreshResource } from '../../../support/resource.ts';
import { timeLimit } from '../../../support/time-limit.ts';

describe.skipIf(!hasRedisServer)('changes of nodes with one Redis', () => {
  const redis = useFreshResource(startRedisServer);
  const closing = useClosing();

  /** Opens a node that records the changes that it receives and what it logs. */
  function openNode(namespace = 'test') {
    const logged: string[] = [];
    const log = pino({ base: null }, { write: (line: string) => void logged.push(JSON.parse(line).msg) });
    const changes = closing(createRedisChanges({ url: redis.url, namespace, log }));
    const received: Change[] = [];
    changes.listen((change) => received.push(change));
    return { changes, received, logged };
  }
  type Node = ReturnType<typeof openNode>;

  /** Publishes changes on `from` until `to` receives one: both must first connect to Redis. */
  const connect = (from: Node, to: Node) => {
    // A change published before the connection is lost. Each retry waits longer, for slow machines.
    let timeout = 0;
    return vi.waitFor(
      () => {
        const organization = randomUUID();
        from.changes.publish({ organization });
        timeout += 200;
        return vi.waitFor(() => expect(to.received).toContainEqual({ organization }), { timeout });
      },
      { timeout: timeLimit(25), interval: 10 },
    );
  };

  it('reach each listener once and in order', async () => {
    const [one, other] = [openNode(), openNode()];
    await connect(one, other);
    await connect(other, one);
    for (const { received } of [one, other]) received.length = 0;
    const published: Change[] = [{ organization: 'acme' }, { activity: 'act_1' }, { organization: 'globex' }];
    for (const change of published) one.changes.publish(change);
    await vi.waitFor(() => expect(other.received).toHaveLength(3));
    other.changes.publish({ organization: 'last' });
    await vi.waitFor(() => expect(one.received).toHaveLength(4));

    const late = openNode();
    await vi.waitFor(() => expect(late.received).toHaveLength(1), timeLimit(20));
    one.changes.publish({ activity: 'act_2' });
    await vi.waitFor(() => expect(late.received).toHaveLength(2));

    expect(late.received).toEqual([{ all: true }, { activity: 'act_2' }]);
    published.push({ organization: 'last' }, { activity: 'act_2' });
    await vi.waitFor(() => expect(other.received).toHaveLength(5));
    expect(other.received).toEqual(published);
    expect(one.received).toEqual(published);
  });

  it('do not reach other deployments', async () => {
    const [one, other, foreign] = [openNode(), openNode(), openNode('foreign')];
    await connect(one, other);
    await vi.waitFor(() => expect(foreign.received).toEqual([{ all: true }]));
    one.changes.publish({ organization: 'acme' });
    foreign.changes.publish({ organization: 'own' });
    await vi.waitFor(() => expect(foreign.received).toContainEqual({ organization: 'own' }));
    await vi.waitFor(() => expect(other.received).toContainEqual({ organization: 'acme' }));

    expect(foreign.received).toEqual([{ all: true }, { organization: 'own' }]);
    expect(other.received).not.toContainEqual({ organization: 'own' });
  });

  it('continue after a restart of Redis, which says that anything may have changed, and keep cancellations', async () => {
    const [one, other] = [openNode(), openNode()];
    await connect(one, other);
    await redis.stop();
    await vi.waitFor(() => expect(other.logged).toHaveLength(2), timeLimit(20));
    for (const { received } of [one, other]) received.length = 0;
    one.changes.publish({ organization: 'lost' });
    one.changes.publish({ cancelledCall: 'a' });
    expect(one.received).toEqual([{ organization: 'lost' }, { cancelledCall: 'a' }]);
    await redis.start();
    await connect(one, other);

    expect(other.received).toContainEqual({ all: true });
    expect(other.received).not.toContainEqual({ organization: 'lost' });
    await vi.waitFor(() => expect(other.received).toContainEqual({ cancelledCall: 'a' }), timeLimit(20));
    await vi.waitFor(() => expect(other.logged).toHaveLength(4), timeLimit(20));
    expect(other.logged.toSorted()).toEqual([
      'change notifications from other nodes are not received, so events arrive a few seconds late',
      'change notifications from other nodes are received again',
      'changes are not sent to other nodes: they find events a few seconds later',
      'changes are sent to other nodes again',
    ]);
  });

  it('continue when Redis evicts them, and ignore malformed ones', async () => {
    const [one, other] = [openNode(), openNode()];
    await connect(one, other);
    const [key] = z.array(z.string()).parse(await redis.send('KEYS', 'changes:*'));
    await redis.send('DEL', key ?? '');
    await connect(one, other);
    await redis.send('XADD', key ?? '', '*', 'node', 'x', 'changes', '[{"organisation":"acme"}]');
    await redis.send('XADD', key ?? '', '*', 'other', 'x');
    await connect(one, other);
    expect(other.logged).toEqual([]);
  });
});
