// @module-tag never-excused
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { importFiles } from '../../../src/platform/import/import-files.ts';
import { inlineScript } from '../../support/process/program.ts';
import { copyDatabase } from '../../support/database/migrated-database.ts';
import { textSink } from '../../platform/import/import-lab.ts';

const source = (path: string) => JSON.stringify(new URL(`../../../src/${path}`, import.meta.url).href);

describe('an import that is killed after 10,000 of 10,500 records', () => {
  let folder: string;
  let file: string;
  let dataDir: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'import-kill-'));
    file = join(folder, 'cities.csv');
    dataDir = join(folder, 'data');
    await copyDatabase(dataDir);
    const rows = Array.from({ length: 10_500 }, (_, index) => `City ${index}`);
    await writeFile(file, `name\n${rows.join('\n')}\n`);
  });
  afterEach(() => rm(folder, { recursive: true }));

  function importAndDie() {
    const script = `
      import { Writable } from 'node:stream';
      import { openDatabase } from ${source('platform/database/open-database.ts')};
      import { importFiles } from ${source('platform/import/import-files.ts')};
      const { db } = await openDatabase({ dataDir: ${JSON.stringify(dataDir)} });
      const results = new Writable({ write: () => process.kill(process.pid, 'SIGKILL') });
      const options = { files: [${JSON.stringify({ name: file, path: file })}], kind: 'city' };
      await importFiles({ db, ...options, output: { results, faults: process.stderr } });`;
    const { args, env } = inlineScript(script);
    const killed = spawnSync(process.execPath, args, { env });
    expect([killed.signal, killed.stderr.toString()]).toEqual(['SIGKILL', '']);
  }

  async function citiesThenImport() {
    const { db, close } = await openDatabase({ dataDir });
    const cities = await db.selectFrom('talent_cities').select('name').execute();
    const [results, faults] = [textSink(), textSink()];
    const files = [{ name: file, path: file }];
    await importFiles({ db, files, kind: 'city', output: { results: results.stream, faults: faults.stream } });
    await close();
    return { stored: cities.length, results: results.texts.at(-1)?.replace(`${folder}/`, '') };
  }

  it('leaves the completed batches, and the next import adds the rest', async () => {
    importAndDie();
    expect(await citiesThenImport()).toEqual({
      stored: 10_000,
      results: 'cities.csv: 10,500 records read: 500 new cities, 10,000 already there\n',
    });
  });
});
