import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../../src/platform/database/open-database.ts';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { makeServerDatabase } from '../../support/database/server-database.ts';
import type { BenchCase, Figure } from '../figure.ts';
import { writeSignals } from './signals-file.ts';
import { timedImport } from './timed-import.ts';

/** Memory may grow by this factor after a tenth of the import. */
const maxGrowth = 1.2;

/**
 * Imports signals from a file with the command of the program, and copies the imported rows into a table with the same
 * indexes. Compares the rates, and the memory of the command during the import.
 */
export const importRate: BenchCase = {
  name: 'import',
  async measure({ rows }) {
    const serverUrl = process.env['TEST_DATABASE_URL'];
    if (serverUrl !== undefined) return measureImport(serverUrl, rows);
    console.error('Skipping import: TEST_DATABASE_URL is not set.');
    return [];
  },
};

async function measureImport(serverUrl: string, count: number): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'scale-'));
  // The server writes and reads the file of copied rows.
  await chmod(folder, 0o777);
  try {
    const file = join(folder, 'signals.ndjson');
    await writeSignals(file, count);
    await using undo = new AsyncDisposableStack();
    const { url, remove } = await makeServerDatabase(serverUrl);
    undo.defer(remove);
    const { db, close } = await openDatabase({ url });
    undo.defer(close);
    const { ms, peaks } = await timedImport({ url, file, folder, count });
    const copyMs = await timedCopy(db, join(folder, 'signals.copy'));
    const ratio = copyMs / ms;
    const [first = Number.NaN] = peaks;
    const growth = Math.max(...peaks) / first;
    const rate = (duration: number) => `${Math.round(count / (duration / 1000)).toLocaleString('en-US')}/s`;
    return [
      {
        name: `import rate of ${count.toLocaleString('en-US')} signals`,
        value: `${rate(ms)} (×${ratio.toFixed(2)})`,
        baseline: `${rate(copyMs)} with COPY`,
        target: 'at least ×0.25',
        reached: ratio >= 0.25,
      },
      {
        name: 'peak memory until 10 %, 50 % and 100 % of the import',
        value: `${peaks.map((peak) => peak.toFixed(0)).join(', ')} MB (×${growth.toFixed(2)})`,
        baseline: '',
        target: `at most ×${maxGrowth}`,
        reached: growth <= maxGrowth,
      },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function timedCopy(db: Db, file: string): Promise<number> {
  return await db.connection().execute(async (connection) => {
    await sql`create table copied (like talent_signals including all)`.execute(connection);
    await sql`copy talent_signals to ${sql.lit(file)} (format binary)`.execute(connection);
    const startedAt = performance.now();
    await sql`copy copied from ${sql.lit(file)} (format binary)`.execute(connection);
    return performance.now() - startedAt;
  });
}
