import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTemplate, readTemplate } from '../../../../src/platform/database/embedded/database-template.ts';
import { makeNewDatabase } from '../../../../src/platform/database/embedded/new-database.ts';
import { openDatabase } from '../../../../src/platform/database/open-database.ts';
import { copyDatabase } from '../../../support/database/migrated-database.ts';
import { timeLimit } from '../../../support/time-limit.ts';

describe('the template of new databases', () => {
  let folder: string;
  let dataDir: string;

  beforeEach(async () => {
    const root = await mkdtemp(join(tmpdir(), 'template-'));
    folder = join(root, 'template');
    dataDir = join(root, 'data');
    await mkdir(join(dataDir, 'database'), { recursive: true });
  });
  afterEach(() => rm(join(folder, '..'), { recursive: true }));

  const makeSmall = () =>
    makeTemplate(async (dir) => {
      await mkdir(join(dir, 'database'));
      await writeFile(join(dir, 'database', 'PG_VERSION'), '18');
    }, folder);
  const templateFile = async () => join(folder, ...(await readdir(folder)));

  it('unpacks to a database in which every migration is applied', { timeout: timeLimit(120) }, async () => {
    await makeTemplate(copyDatabase, folder);
    await makeNewDatabase(dataDir, async () => (await readTemplate(folder)) ?? Buffer.alloc(0));
    const statements: string[] = [];
    const { db, close } = await openDatabase(
      { dataDir },
      {
        beforeMigrating: async (found) => {
          const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(found);
          statements.push(...rows.map(({ name }) => `${name}.sql`));
        },
      },
    );
    const files = await readdir('src/platform/database/migrations');
    expect(statements.slice(-files.length + 1)).toEqual(files.filter((file) => file !== 'new-database.sql').toSorted());
    expect(await db.selectFrom('talent_signals').select('id').execute()).toEqual([]);
    await close();
  });

  it('is readable for its owner only, and made once', async () => {
    await makeSmall();
    const file = await templateFile();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    await makeTemplate(() => Promise.reject(new Error('made again')), folder);
    expect(await readTemplate(folder)).toEqual(await readFile(file));
  });

  it('is ignored when its content was changed, and made again', async () => {
    await makeSmall();
    const file = await templateFile();
    await appendFile(file, 'x');
    expect(await readTemplate(folder)).toBeUndefined();
    await makeSmall();
    expect(await readTemplate(folder)).toBeDefined();
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('is ignored and removed when it is of other migrations or packages', async () => {
    await mkdir(folder);
    await writeFile(join(folder, 'other-0123.tar.gz'), '');
    expect(await readTemplate(folder)).toBeUndefined();
    await makeSmall();
    expect(await readdir(folder)).toHaveLength(1);
    expect(await readTemplate(folder)).toBeDefined();
  });

  it('is optional', async () => {
    expect(await readTemplate(folder)).toBeUndefined();
  });

  it('leaves nothing behind when it cannot be made', async () => {
    await expect(makeTemplate(() => Promise.reject(new Error('disk full')), folder)).rejects.toThrow('disk full');
    expect(await readTemplate(folder)).toBeUndefined();
  });
});
