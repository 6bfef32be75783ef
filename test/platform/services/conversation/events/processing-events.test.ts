import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Change, StreamEvent } from '../../../../../src/infrastructure/event-stream/event-feed.ts';
import { describeEmbedded } from '../../../../support/database/suite-database.ts';
import { acme, now, resetTeams } from '../conversation-records.ts';
import { openProcessingLab, type ProcessingLab } from '../processing/processing-lab.ts';

const srt = '1\n00:00:01,000 --> 00:00:02,500\nAda Moreau: Hi there\n';

describeEmbedded('events of processing', (opened) => {
  const { db } = opened;
  let lab: ProcessingLab;
  let changes: Change[];
  let read: Promise<StreamEvent[]>[];

  beforeAll(async () => {
    lab = await openProcessingLab(opened, {
      changes: {
        publish(change) {
          changes.push(change);
          if ('organization' in change) read.push(readAll(change.organization));
        },
      },
    });
  });
  beforeEach(async () => {
    [changes, read] = [[], []];
    await resetTeams(db);
  });
  afterEach(() => Promise.allSettled(read));
  afterAll(() => lab.close());

  async function readAll(organization: string) {
    const { eventLog } = lab.conversation;
    const end = (await eventLog.ends([organization])).get(organization);
    return eventLog.read(organization, { after: { generation: end?.generation ?? '', position: 0 }, limit: 10 });
  }

  it('records conversation_processed with the result, and publishes changes that can be read already', async () => {
    const { id } = await lab.process(srt, 'call.srt');

    const step = { activity: id };
    await vi.waitFor(() => expect(changes).toEqual([step, step, step, step, { organization: acme }]));
    expect(await read[0]).toMatchObject([
      { position: 1, trigger: 'conversation_processed', activityId: id, occurredAt: now },
    ]);
    const { payload } = await db.selectFrom('convo_events').select('payload').executeTakeFirstOrThrow();
    expect(JSON.parse(payload)).toMatchObject({
      type: 'conversation_processed',
      timestamp: now.toISOString(),
      data: { activity: { id, status: 'completed', duration_ms: 2500, processing: { state: 'done' } } },
    });
  });

  it('records no event when the processing fails, and one when a later upload succeeds', async () => {
    const failed = await lab.process('{"a":1}', 'a.json', { externalId: 'again' });
    const step = { activity: failed.id };
    await vi.waitFor(() => expect(changes).toEqual([step, step, step]));
    expect(await readAll(acme)).toEqual([]);

    await lab.process(srt, 'call.srt', { externalId: 'again' });
    expect(await readAll(acme)).toMatchObject([{ position: 1, activityId: failed.id }]);
  });
});
