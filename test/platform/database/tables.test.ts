import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { databases } from '../../support/database/test-databases.ts';
import { describeOnEach } from '../../support/database/suite-database.ts';
import { timeLimit } from '../../support/time-limit.ts';

const root = join(import.meta.dirname, '../../..');

interface Column {
  /** The names of the table and the column, such as `talent_users.id`. */
  name: string;
  type: string;
  isNullable: boolean;
}

const kinds: Record<string, string> = {
  text: 'text',
  uuid: 'text',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  bool: 'boolean',
  timestamptz: 'time',
};

/** Checks the columns of the database against the row types. Returns the compiler errors. */
async function compilerErrors(columns: Column[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tables-'));
  try {
    const file = join(folder, 'columns.mts');
    const type = join(import.meta.dirname, 'described-columns.ts');
    const lines = [
      `import type { DescribedColumns } from '${type}'; export const columns: DescribedColumns = {`,
      ...columns.map((column) => {
        const described = (kinds[column.type] ?? 'other') + (column.isNullable ? ' or null' : '');
        return `'${column.name}': '${described}',`;
      }),
      '};',
    ];
    await writeFile(file, lines.join('\n'));
    const compilerOptions = { types: ['node'], typeRoots: [join(root, 'node_modules/@types')] };
    const project = { extends: join(root, 'tsconfig.json'), compilerOptions, include: [file] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project));
    const compiled = promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['--project', folder]);
    const { stdout } = await compiled.catch((error: { stdout: string }) => error);
    const named = stdout.replaceAll(/^.*\((\d+),\d+\): error/gm, (_, line) => `${lines[Number(line) - 1]}`);
    return named.trim().split('\n').filter(Boolean);
  } finally {
    await rm(folder, { recursive: true });
  }
}

describeOnEach(databases().slice(0, 1), 'row types', ({ open }) => {
  it('declare exactly the columns of the database and their types', { timeout: timeLimit(60) }, async () => {
    const opened = await open();
    // PostgreSQL reports a generated column as nullable, even if its value is never null.
    const { rows } = await sql<Column>`
      select table_name || '.' || column_name as name, udt_name as type,
        is_nullable = 'YES' and is_generated = 'NEVER' as "isNullable"
      from information_schema.columns
      where table_schema = current_schema() and table_name not like 'kysely%' order by 1`.execute(opened.db);
    await opened.close();

    expect(await compilerErrors(rows)).toEqual([]);
  });
});
