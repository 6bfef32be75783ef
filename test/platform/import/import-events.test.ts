import { beforeAll, beforeEach, expect, it } from 'vitest';
import { describeEmbedded } from '../../support/database/suite-database.ts';
import { openForSuite } from '../../support/open-for-suite.ts';
import { type EventsLab, openEventsLab } from '../services/conversation/events/events-lab.ts';
import { ada, ben, call, everything, feedback, listen, uuid } from './conversation-lines.ts';
import { ndjson, openImportLab } from './import-lab.ts';

describeEmbedded('events of an import', (database) => {
  const { db } = database;
  const lab = openForSuite(() => openImportLab(db));
  let events: EventsLab;

  beforeAll(async () => {
    events = openEventsLab(database);
  });
  beforeEach(() => events.reset());

  const importLines = async (lines: object[], { emits = true } = {}) => {
    await lab.write('lines.ndjson', ndjson(...lines));
    const emit = async (...args: Parameters<EventsLab['recordIn']>) => (await events.recordIn(...args)).length;
    return lab.run(['lines.ndjson'], emits ? { emit } : {});
  };
  const recorded = async () => (await events.events()).map((row) => [row.trigger, row.occurred_at.toISOString()]);

  it('emits events of new records', async () => {
    const { results, faults } = await importLines(everything);

    expect(faults).toEqual([]);
    expect(results[0]).toContain('1 new coaching feedback record; 3 events emitted');
    expect(await recorded()).toEqual([
      ['conversation_processed', '2026-05-04T10:05:00.000Z'],
      ['conversation_played', '2026-05-05T07:00:00.000Z'],
      ['coaching_feedback_completed', '2026-05-06T08:00:00.000Z'],
    ]);
  });

  it('emits nothing without the option', async () => {
    const { results } = await importLines(everything, { emits: false });
    expect(results[0]).not.toContain('emitted');
    expect(await recorded()).toEqual([]);
  });

  it('emits nothing for records that are already stored', async () => {
    await importLines([ada, call]);
    expect((await importLines([{ ...call, title: 'New title' }])).results).toEqual([
      'lines.ndjson: 1 record read: 0 new activities, 1 already there; 0 events emitted',
    ]);
    expect(await recorded()).toHaveLength(1);
  });

  it('emits one event for a record that a file contains twice', async () => {
    await importLines([ada, call, call]);
    expect(await recorded()).toHaveLength(1);
  });

  it('emits no event for conversations in progress, failed ones, and feedback without an activity', async () => {
    const failed = { ...call, id: uuid('failed'), external_id: 'failed', processing: { state: 'failed' } };
    const { participants: _participants, segments: _segments, ...other } = failed;
    const { badLines } =
      (await importLines([ada, ben, { ...call, status: 'in-progress' }, other, { ...feedback, activity_id: null }]))
        .files[0] ?? {};
    expect(badLines).toBe(0);
    expect(await recorded()).toEqual([]);
  });

  it('emits events only of the valid records of a batch', async () => {
    // The database rejects the second activity, so that the batch is stored line by line.
    const { participants: _participants, segments: _segments, ...rejected } = { ...call, id: uuid('rejected') };
    const { badLines } = (await importLines([ada, call, rejected])).files[0] ?? {};
    expect(badLines).toBe(1);
    expect(await recorded()).toEqual([['conversation_processed', '2026-05-04T10:05:00.000Z']]);
  });

  it('delivers the events of the import', async () => {
    await events.webhook('conversation_played');
    await importLines([ada, ben, call, listen]);
    expect(await events.deliveries()).toMatchObject([{ state: 'pending' }]);
  });
});
