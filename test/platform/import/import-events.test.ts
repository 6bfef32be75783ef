import { beforeEach, expect, it } from 'vitest';
import { type EventsLab, openEventsLab } from '../services/conversation/events/events-lab.ts';
import { ada, ben, call, everything, feedback, listen, uuid } from './conversation-lines.ts';
import { ndjson } from './import-lab.ts';
import { describeImport } from './import-suite.ts';

describeImport('events of an import', ({ opened, importText, importLines }) => {
  const events = openEventsLab(opened);
  beforeEach(() => events.reset());

  const emit = async (...args: Parameters<EventsLab['recordIn']>) => (await events.recordIn(...args)).length;
  const emitLines = (lines: object[]) => importText('lines.ndjson', ndjson(...lines), { emit });
  const recorded = async () => (await events.events()).map((row) => [row.trigger, row.occurred_at.toISOString()]);
  const processed = ['conversation_processed', '2026-05-04T10:05:00.000Z'];

  it('are those of new records', async () => {
    const { results, faults } = await emitLines(everything);
    expect(faults).toEqual([]);
    expect(results[0]).toContain('1 new coaching feedback record; 3 events emitted');
    expect(await recorded()).toEqual([
      processed,
      ['conversation_played', '2026-05-05T07:00:00.000Z'],
      ['coaching_feedback_completed', '2026-05-06T08:00:00.000Z'],
    ]);
  });

  it('are not emitted without the option', async () => {
    const { results } = await importLines(...everything);
    expect(results[0]).not.toContain('emitted');
    expect(await recorded()).toEqual([]);
  });

  it('are not emitted for records that are already stored', async () => {
    await emitLines([ada, call]);
    expect((await emitLines([{ ...call, title: 'New title' }])).results).toEqual([
      'lines.ndjson: 1 record read: 0 new activities, 1 already there; 0 events emitted',
    ]);
    expect(await recorded()).toHaveLength(1);
  });

  const { participants: _participants, segments: _segments, ...other } = { ...call, id: uuid('other') };
  const failed = { ...other, external_id: 'failed', processing: { state: 'failed' } };

  it.each([
    ['once for a record that a file contains twice', [ada, call, call], 0, [processed]],
    ['not for a conversation in progress', [ada, { ...call, status: 'in-progress' }], 0, []],
    ['not for a failed conversation', [ada, failed], 0, []],
    ['not for feedback without an activity', [ada, ben, { ...feedback, activity_id: null }], 0, []],
    // The database rejects the second activity, so that the batch is stored line by line.
    ['only for the valid records of a batch', [ada, call, other], 1, [processed]],
  ])('are emitted %s', async (_, lines, badLines, expected) => {
    expect((await emitLines(lines)).files).toMatchObject([{ badLines }]);
    expect(await recorded()).toEqual(expected);
  });

  it('are delivered', async () => {
    await events.webhook('conversation_played');
    await emitLines([ada, ben, call, listen]);
    expect(await events.deliveries()).toMatchObject([{ state: 'pending' }]);
  });
});
