import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../../../../src/platform/database/open-database.ts';
import {
  fillWithDemoData,
  isTalentEmpty,
} from '../../../../../src/platform/services/talent/demo/fill-with-demo-data.ts';
import { databases } from '../../../../support/database/test-databases.ts';
import { talentCallers } from '../talent-caller.ts';

const now = new Date('2026-11-20T12:00:00Z');
const source = (path: string) => JSON.stringify(new URL(`../../../../../src/${path}`, import.meta.url).href);

describe.each(databases())('filling with demo data on $name', ({ open }) => {
  let database: OpenDatabase;
  let wasEmpty: boolean;
  let demo: ReturnType<ReturnType<typeof talentCallers>>;

  beforeAll(async () => {
    database = await open();
    wasEmpty = await isTalentEmpty(database.db);
    await fillWithDemoData(database.db, { now });
    demo = talentCallers(database.db, () => now)('usr_demo');
  });
  afterAll(() => database.close());

  it('leaves a service that is no longer new', async () => {
    expect([wasEmpty, await isTalentEmpty(database.db)]).toEqual([true, false]);
  });

  it('shows the demo user all signals but the few they screened', async () => {
    const shown = await demo.record('signals_list', {});
    const screened = await demo.record('signals_list', { screened_by: ['me'] });
    expect(shown.total).toBe(2289 - (screened.total ?? 0));
    expect(screened.total).toBe(65);
  });

  it('shows the demo user their own lists and those shared with them', async () => {
    const { items } = await demo.record('lists_list', {});
    expect(items.map(({ id, entryCount }) => [id, entryCount])).toEqual([
      ['lst_next_quarter', 0],
      ['lst_boards', 25],
      ['lst_big_tech_leavers', 30],
      ['lst_shortlist', 18],
      ['lst_fintech_london', 12],
      ['lst_climate', 36],
      ['lst_research', 64],
      ['lst_repeat_founders', 48],
      ['lst_stealth', 140],
    ]);
  });

  it('has saved searches that find something, six of them for the demo user', async () => {
    const { items } = await demo.record('searches_list', {});
    const found = await Promise.all(
      items.map(async ({ id }) => [id, (await demo.record('searches_signals_list', { id })).total]),
    );
    expect(found).toMatchInlineSnapshot(`
      [
        [
          "sch_unreviewed",
          351,
        ],
        [
          "sch_stanford_mit",
          7,
        ],
        [
          "sch_big_four",
          130,
        ],
        [
          "sch_climate_europe",
          65,
        ],
        [
          "sch_repeat_founders",
          101,
        ],
        [
          "sch_new_founders",
          115,
        ],
      ]
    `);
  });

  it('counts the signals of every city', async () => {
    const { items } = await demo.record('cities_list', { limit: '1' });
    const [city] = items;
    const { total } = await demo.record('signals_list', { city: [city?.name ?? ''], screened_by: ['me'] });
    const hidden = await demo.record('signals_list', { city: [city?.name ?? ''] });
    expect(city?.signalCount).toBe((total ?? 0) + (hidden.total ?? 0));
  });
});

describe('a process that is killed while it fills', () => {
  it('leaves nothing, and the next one fills', { timeout: 60_000 }, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'demo-'));
    const script = `
      import { openDatabase } from ${source('platform/database/open-database.ts')};
      import { fillWithDemoData } from ${source('platform/services/talent/demo/fill-with-demo-data.ts')};
      const { db } = await openDatabase({ dataDir: ${JSON.stringify(dataDir)} });
      await db.transaction().execute(async (trx) => {
        await fillWithDemoData(trx, { now: new Date() });
        process.kill(process.pid, 'SIGKILL');
      });`;
    const killed = spawnSync(process.execPath, ['--input-type=module', '--eval', script]);
    expect([killed.signal, killed.stderr.toString()]).toEqual(['SIGKILL', '']);

    const { db, close } = await openDatabase({ dataDir });
    expect(await isTalentEmpty(db)).toBe(true);
    await fillWithDemoData(db, { now });
    const { signals } = await db
      .selectFrom('talent_signals')
      .select((eb) => eb.fn.countAll<string>().as('signals'))
      .executeTakeFirstOrThrow();
    expect(Number(signals)).toBe(2289);
    await close();
    await rm(dataDir, { recursive: true });
  });
});
