import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { ask } from '../support/graph/served-graph.ts';
import { cleanUp, makeDataFolder, makeFolder, spawnProgram, startProgram } from './program.ts';

const created = z.object({ createList: z.object({ list: z.object({ id: z.string() }) }) });

describe('the program', { timeout: 120_000 }, () => {
  afterEach(cleanUp);

  it('serves the graph at the address that it prints', async () => {
    const program = await startProgram({ DATA_DIR: 'memory' });

    expect(program.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/graphql$/);
    const { data, toolCalls } = await program.ask('{ lists { name } }');
    expect(data).toEqual({ lists: [] });
    expect(toolCalls).toEqual([{ tool: 'lists_list', keys: 1 }]);
  });

  it('reports the progress of the first start every 1.5 seconds, and fills only a new database with demo data', async () => {
    const dataDir = await makeFolder();
    const program = spawnProgram({ DATA_DIR: dataDir, DEMO_DATA: 'true' });
    const reports: { step: string; at: number }[] = [];
    program.stderr.on('data', (chunk: Buffer) => {
      const [, step] = /^Starting: (.*) \(\d+ s\)\n$/.exec(chunk.toString()) ?? [];
      if (step !== undefined) reports.push({ step, at: performance.now() });
    });
    const [printed] = await once(program.stdout, 'data');

    const pauses = reports.slice(1).map(({ at }, index) => at - (reports[index]?.at ?? 0));
    // Allows for a busy machine.
    expect(Math.max(...pauses)).toBeLessThan(4000);
    expect(reports.map(({ step }) => step)).toContain('opening the database');

    const [url = ''] = /http:\S+/.exec(String(printed)) ?? [];
    const boards = await ask(url, '{ list(id: "lst_boards") { name entryCount } }');
    expect(boards.data).toEqual({ list: { name: 'Board candidates', entryCount: 25 } });
    await ask(url, 'mutation { deleteList(id: "lst_shortlist") { __typename } }');
    program.kill('SIGTERM');
    await once(program, 'exit');

    const second = await startProgram({ DATA_DIR: dataDir, DEMO_DATA: 'true' });
    const { data } = await second.ask('{ list(id: "lst_shortlist") { name } }');
    expect(data).toEqual({ list: null });
  });

  it('exits with 0 on SIGTERM and SIGINT without losing changes', async () => {
    const dataDir = await makeDataFolder();
    const ids: string[] = [];
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const program = await startProgram({ DATA_DIR: dataDir });
      const { data } = await program.ask(
        'mutation { createList(input: { name: "Saved" }) { ... on CreateListSuccess { list { id } } } }',
      );
      ids.unshift(created.parse(data).createList.list.id);
      expect((await program.ask('{ lists { id } }')).data).toEqual({ lists: ids.map((id) => ({ id })) });
      expect(await program.end(signal)).toEqual({ code: 0, signal: null });
    }

    const { db, close } = await openDatabase({ dataDir });
    const lists = await db.selectFrom('talent_lists').select(['id', 'name']).orderBy('created_at', 'desc').execute();
    await close();
    expect(lists).toEqual(ids.map((id) => ({ id, name: 'Saved' })));
  });
});
