import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { EventCursorError, type StreamEvent } from '../../../../../src/infrastructure/event-stream/event-feed.ts';
import { runCall } from '../../../../../src/platform/database/pools/call-context.ts';
import { describeOnDatabases } from '../../../../support/database/suite-database.ts';
import { acme, now, uuid, zenith } from '../conversation-records.ts';
import { openEventsLab, processed } from './events-lab.ts';

describeOnDatabases('the event log', (opened, { name }) => {
  const { db } = opened;
  const lab = openEventsLab(opened);

  beforeAll(() => lab.resetWithActivities());
  beforeEach(() => lab.clear());

  const generationOf = async (organization: string) =>
    (await lab.log.ends([organization])).get(organization)?.generation ?? '';
  const read = async (position: number, { organization = acme, limit = 3 } = {}) => {
    const generation = await generationOf(organization);
    const events = await lab.log.read(organization, { after: { generation, position }, limit });
    return events.map((event) => event.position);
  };
  const recordMany = (count: number) => lab.record(...Array.from({ length: count }, () => processed('call')));

  it('returns events with all fields', async () => {
    const [recorded] = await lab.record(processed('call'));
    const after = { generation: await generationOf(acme), position: 0 };
    expect(await lab.log.read(acme, { after, limit: 10 })).toEqual([
      {
        id: recorded?.id,
        position: 1,
        trigger: 'conversation_processed',
        activityId: uuid('activity call'),
        occurredAt: now,
      },
    ]);
  });

  it('reads pages up to the end of the stream', async () => {
    expect(await read(0)).toEqual([]);
    await recordMany(1);
    expect(await read(0)).toEqual([1]);
    await recordMany(4);
    expect(await read(0)).toEqual([1, 2, 3]);
    expect(await read(3)).toEqual([4, 5]);
    expect(await read(2)).toEqual([3, 4, 5]);
    expect(await read(5)).toEqual([]);
  });

  it('never returns events of another organization', async () => {
    await lab.record(processed('call'), processed('other'), processed('call'));
    expect(await read(0)).toEqual([1, 2]);
    expect(await read(0, { organization: zenith })).toEqual([1]);
    const after = { generation: await generationOf(acme), position: 0 };
    await expect(lab.log.read(zenith, { after, limit: 3 })).rejects.toThrow(EventCursorError);
  });

  it('returns the ends of all streams, and gives an organization without events a lasting generation', async () => {
    await recordMany(2);
    const ends = await lab.log.ends([acme, zenith]);
    expect([ends.get(acme)?.position, ends.get(zenith)?.position]).toEqual([2, 0]);
    expect(await lab.log.ends([acme, zenith])).toEqual(ends);

    await lab.record(processed('other'));
    expect((await lab.log.ends([zenith])).get(zenith)).toEqual({ ...ends.get(zenith), position: 1 });
    expect(await lab.log.ends([uuid('no organization'), 'no uuid'])).toEqual(new Map());
  });

  it('gives concurrent first readers the same generation', async () => {
    const generations = await Promise.all(Array.from({ length: 4 }, () => generationOf(zenith)));
    expect(new Set(generations).size).toBe(1);
    expect(generations[0]).not.toBe('');
  });

  it.each([
    ['of another generation', { generation: uuid('generation'), position: 1 }],
    ['of a generation that is no UUID', { generation: 'x', position: 1 }],
    ['after the end', { position: 3 }],
  ])('rejects a position %s', async (_case, after) => {
    await recordMany(2);
    const generation = await generationOf(acme);
    await expect(lab.log.read(acme, { after: { generation, ...after }, limit: 3 })).rejects.toThrow(EventCursorError);
  });

  it('rejects positions whose next event is no longer stored', async () => {
    await recordMany(4);
    await db.deleteFrom('convo_events').where('position', '<=', 2).execute();
    await expect(read(0)).rejects.toThrow(EventCursorError);
    await expect(read(1)).rejects.toThrow(EventCursorError);
    expect(await read(2)).toEqual([3, 4]);

    await db.deleteFrom('convo_events').execute();
    await expect(read(3)).rejects.toThrow(EventCursorError);
    expect(await read(4)).toEqual([]);
  });

  it('reads on when a tool call that led to the read was aborted', async () => {
    const aborted = AbortSignal.abort(new Error('The caller has gone'));
    expect(await runCall({ signal: aborted }, () => read(0))).toEqual([]);
  });

  it('shows a reader every event in order while transactions commit and roll back', async () => {
    const generation = await generationOf(acme);
    const seen: StreamEvent[] = [];
    const written = new AbortController();
    const readOn = async () => {
      const after = { generation, position: seen.length };
      // Throws if an event was committed before one with a lower position.
      seen.push(...(await lab.log.read(acme, { after, limit: 5 })));
    };
    const reading = (async () => {
      while (!written.signal.aborted) await readOn();
    })();
    const writes = Array.from({ length: 40 }, (_, index) =>
      db.transaction().execute(async (trx) => {
        await sql`select pg_sleep(${(index % 5) / 1000})`.execute(trx);
        const recorded = await lab.recordIn(
          trx,
          index % 3 === 0 ? [processed('call'), processed('call')] : [processed('call')],
        );
        await sql`select pg_sleep(${(index % 7) / 1000})`.execute(trx);
        if (index % 4 === 0) throw new Error('rolled back');
        return recorded.map(({ id }) => id);
      }),
    );
    const outcomes = await Promise.allSettled(writes);
    written.abort();
    await reading;
    await readOn();

    const committed = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
    while (seen.length < committed.length) await readOn();
    expect(seen.map(({ position }) => position)).toEqual(committed.map((_, index) => index + 1));
    expect(seen.map(({ id }) => id).toSorted()).toEqual(committed.toSorted());
  });

  // An embedded database runs one transaction at a time.
  it.skipIf(name === 'PGlite')('makes a transaction wait until an earlier one of the organization ends', async () => {
    expect(await read(0)).toEqual([]);
    const recorded = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const first = db.transaction().execute(async (trx) => {
      await lab.recordIn(trx, [processed('call')]);
      recorded.resolve();
      await commit.promise;
    });
    await recorded.promise;
    const second = lab.record(processed('call'));
    await vi.waitFor(() => lab.expectWaiting());

    expect(await read(0)).toEqual([]);
    // Another organization does not wait.
    expect(await lab.record(processed('other'))).toMatchObject([{ position: 1 }]);
    commit.resolve();
    await first;
    expect(await second).toMatchObject([{ position: 2 }]);
    expect(await read(0)).toEqual([1, 2]);
  });
});
