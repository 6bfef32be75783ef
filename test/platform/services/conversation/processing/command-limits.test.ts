import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyseActivities } from '../../../../../src/platform/import/analyse-activities.ts';
import {
  type AnalysisThread,
  createAnalysisThread,
} from '../../../../../src/platform/services/conversation/processing/analysis-thread.ts';
import { refreshAnalysis } from '../../../../../src/platform/services/conversation/processing/refresh-analysis.ts';
import { storeActivities } from '../../../../../src/platform/services/conversation/store/store-activities.ts';
import { suiteDatabase } from '../../../../support/database/suite-database.ts';
import { acme, activity, now, storeTeams, uuid } from '../conversation-records.ts';
import { timeLimit } from '../../../../support/time-limit.ts';

const file = fileURLToPath(new URL('./greedy.ts', import.meta.url));
const segments = [{ participant_id: null, start_ms: 0, end_ms: 900, text: 'It takes time.' }];

describe('an analysis by a command that takes too long', () => {
  const { db } = suiteDatabase();
  let thread: AnalysisThread;
  const refresh = () => refreshAnalysis({ db, now: () => now, thread });
  const stored = () => db.selectFrom('convo_activities').selectAll().execute();

  beforeAll(async () => {
    await storeTeams(db);
    thread = createAnalysisThread({ file, maxMs: 200 });
  });
  afterAll(() => thread.close());

  it('leaves an imported activity without computed outputs', async () => {
    const record = { id: uuid('activity Endless'), organization_id: acme, started_at: now.toISOString(), segments };
    expect(await analyseActivities(db, [record], thread)).toEqual([record]);
  });

  it('leaves a stored conversation unchanged, and counts it', { timeout: timeLimit(60) }, async () => {
    await storeActivities(db, [activity('Endless', { segments }), activity('Short')]);
    const before = await stored();
    expect(await refresh()).toEqual({ checked: 1, rematched: 0, analysed: 0, tooLarge: 1 });
    expect(await stored()).toEqual(before);

    await db
      .updateTable('convo_activities')
      .set({ themes_digest: 'outdated' })
      .where('id', '=', uuid('activity Endless'))
      .execute();
    expect(await refresh()).toEqual({ checked: 1, rematched: 0, analysed: 0, tooLarge: 1 });
  });
});
