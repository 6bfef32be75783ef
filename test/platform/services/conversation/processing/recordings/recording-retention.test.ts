import { beforeAll, expect, it } from 'vitest';
import { suiteDatabase } from '../../../../../support/database/suite-database.ts';
import { now, storeTeams } from '../../conversation-records.ts';
import { openProcessingLab } from '../processing-lab.ts';

const opened = suiteDatabase();

const { db } = opened;
beforeAll(async () => {
  await storeTeams(db);
});

const dayMs = 24 * 3_600_000;

it('deletes the recordings of uploads that failed before the retention period, and no others', async () => {
  const first = await openProcessingLab(opened);
  const ended = {
    old: await first.process('{"a":1}', 'a.json'),
    recent: await first.process('{"a":1}', 'b.json'),
    done: await first.process('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n', 'c.vtt', { skipFullAnalysis: true }),
  };
  await first.conversation.close();
  const endedAt = (id: string, time: number) =>
    db
      .updateTable('convo_activities')
      .set({ updated_at: new Date(time) })
      .where('id', '=', id)
      .execute();
  await endedAt(ended.old.id, now.getTime() - 7 * dayMs - 1);
  await endedAt(ended.recent.id, now.getTime() - 7 * dayMs);
  await endedAt(ended.done.id, now.getTime() - 700 * dayMs);
  expect(await first.files()).toHaveLength(3);

  const again = await openProcessingLab(opened, {
    recordings: { folder: first.folder, maxBytes: 1000, retentionDays: 7 },
  });
  const claims = await db.selectFrom('convo_recordings').select(['activity_id', 'key']).execute();
  expect(claims.map(({ activity_id: id }) => id).toSorted()).toEqual([ended.recent.id, ended.done.id].toSorted());
  expect(await again.files()).toEqual(claims.map(({ key }) => key).toSorted((a, b) => a.localeCompare(b)));
  const { processing_failure: reason } = await db
    .selectFrom('convo_activities')
    .select('processing_failure')
    .where('id', '=', ended.old.id)
    .executeTakeFirstOrThrow();
  expect(reason).toMatch(/^The JSON file is not a transcript/);
  await again.close();
});
