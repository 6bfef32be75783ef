import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { ask } from '../../support/graph/served-graph.ts';
import { cleanUp, makeFolder, spawnProgram, startProgram, waitForOutput } from '../../support/process/program.ts';
import { timeLimit } from '../../support/time-limit.ts';

const created = z.object({ createList: z.object({ list: z.object({ id: z.string() }) }) });
const createList = 'mutation { createList(input: { name: "Saved" }) { ... on CreateListSuccess { list { id } } } }';

const demoLists = [
  { id: 'lst_next_quarter', entryCount: 0 },
  { id: 'lst_boards', entryCount: 25 },
  { id: 'lst_big_tech_leavers', entryCount: 11 },
  { id: 'lst_shortlist', entryCount: 18 },
  { id: 'lst_fintech_london', entryCount: 7 },
  { id: 'lst_climate', entryCount: 36 },
  { id: 'lst_research', entryCount: 64 },
  { id: 'lst_repeat_founders', entryCount: 26 },
  { id: 'lst_stealth', entryCount: 102 },
];

const startWithDemoData = (dataDir: string) =>
  spawnProgram({ DATA_DIR: dataDir, DEMO_DATA: 'true', LOG_LEVEL: 'info' });

describe('the program', { timeout: timeLimit(240) }, () => {
  afterEach(cleanUp);

  it('fills a new database in production with nothing unless DEMO_DATA is true', async () => {
    const program = await startProgram({ NODE_ENV: 'production', DATA_DIR: 'memory', DEMO_DATA: '' });
    const query = '{ lists { id } signals { totalCount } }';
    expect((await program.ask(query)).data).toEqual({ lists: [], signals: { totalCount: 0 } });
  });

  it('fills a new database with demo data, also after it was killed, once, and loses no changes on exit', async () => {
    const dataDir = await makeFolder();
    const killed = startWithDemoData(dataDir);
    await waitForOutput(killed.stdout, /demo data/);
    killed.kill('SIGKILL');
    await once(killed, 'close');

    const first = startWithDemoData(dataDir);
    const url = (await waitForOutput(first.stdout, /http:\S+/)) ?? '';
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/graphql$/);
    expect((await ask(url, '{ lists { id entryCount } }')).data).toEqual({ lists: demoLists });
    const { data } = await ask(url, createList);
    const savedId = created.parse(data).createList.list.id;
    await ask(url, 'mutation { deleteList(id: "lst_shortlist") { __typename } }');
    first.kill('SIGTERM');
    expect(await once(first, 'exit')).toEqual([0, null]);

    const second = await startProgram({ DATA_DIR: dataDir, DEMO_DATA: 'true' });
    const remaining = demoLists.filter(({ id }) => id !== 'lst_shortlist');
    expect((await second.ask('{ lists { id entryCount } }')).data).toEqual({
      lists: [{ id: savedId, entryCount: 0 }, ...remaining],
    });
    const saved = await second.ask(createList);
    expect(await second.end('SIGINT')).toEqual({ code: 0, signal: null });

    const { db, close } = await openDatabase({ dataDir });
    const lists = await db.selectFrom('talent_lists').select('id').where('name', '=', 'Saved').execute();
    await close();
    expect(new Set(lists.map(({ id }) => id))).toEqual(
      new Set([savedId, created.parse(saved.data).createList.list.id]),
    );
  });
});
