import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import type { Db } from '../../../src/platform/database/open-database.ts';
import { readDemoRecords } from '../../../src/platform/demo/demo-records.ts';
import { importFiles } from '../../../src/platform/import/import-files.ts';
import type { Figure } from '../figure.ts';
import { filledDatabase } from './filled-database.ts';

const count = 40_000;

/**
 * Imports signals from a file, and copies the imported rows into a table with the same indexes. Compares the rates, and
 * the memory of the first and the second half of the import.
 */
export async function importRate(serverUrl: string): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'scale-'));
  // The server writes and reads the file of copied rows.
  await chmod(folder, 0o777);
  try {
    const file = join(folder, 'signals.ndjson');
    await writeSignals(file);
    await using filled = await filledDatabase(serverUrl, async () => {});
    const { ms, memory } = await timedImport(filled.background, file);
    const copyMs = await timedCopy(filled.background, join(folder, 'signals.copy'));
    const ratio = copyMs / ms;
    const growth = memory.last / memory.first;
    return [
      {
        name: `import rate of ${count.toLocaleString('en-US')} signals`,
        value: `${rate(ms)} (×${ratio.toFixed(2)})`,
        baseline: `${rate(copyMs)} with COPY`,
        target: 'at least ×0.25',
        reached: ratio >= 0.25,
      },
      {
        name: 'peak memory in the second half of the import',
        value: `${memory.last.toFixed(0)} MB (×${growth.toFixed(2)})`,
        baseline: `${memory.first.toFixed(0)} MB in the first`,
        target: 'at most ×1.2',
        reached: growth <= 1.2,
      },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

const rate = (ms: number) => `${Math.round(count / (ms / 1000)).toLocaleString('en-US')}/s`;

/** Writes the demo records, with copies of the signals under new ids. */
async function writeSignals(path: string): Promise<void> {
  const records = (await readDemoRecords('talent', new Date())).flatMap((record) => ('kind' in record ? record : []));
  const lookups = records.filter(({ kind }) => ['user', 'company', 'institution'].includes(kind));
  const signals = records.filter(({ kind }) => kind === 'signal');
  const file = await open(path, 'w');
  for (const { kind, fields } of lookups) await file.write(`${JSON.stringify({ kind, ...fields })}\n`);
  for (let index = 0; index < count; index += 1) {
    const fields = signals[index % signals.length]?.fields;
    const id = `sig_${String((index * 7919) % 1_000_003).padStart(7, '0')}`;
    await file.write(`${JSON.stringify({ kind: 'signal', ...fields, id, linkedin_id: `in-${index}` })}\n`);
  }
  await file.close();
}

async function timedImport(db: Db, file: string) {
  const samples = [process.memoryUsage.rss()];
  const sampling = setInterval(() => samples.push(process.memoryUsage.rss()), 50);
  const output = { results: new Writable({ write: (_chunk, _encoding, done) => done() }), faults: process.stderr };
  const begun = performance.now();
  const { failed } = await importFiles({ db, files: [file], output });
  const ms = performance.now() - begun;
  clearInterval(sampling);
  if (failed) throw new Error('The import failed');
  const half = Math.ceil(samples.length / 2);
  const peak = (some: number[]) => Math.max(...some) / 1024 / 1024;
  return { ms, memory: { first: peak(samples.slice(0, half)), last: peak(samples.slice(half)) } };
}

async function timedCopy(db: Db, file: string): Promise<number> {
  return await db.connection().execute(async (connection) => {
    await sql`create table copied (like talent_signals including all)`.execute(connection);
    await sql`copy talent_signals to ${sql.lit(file)} (format binary)`.execute(connection);
    const begun = performance.now();
    await sql`copy copied from ${sql.lit(file)} (format binary)`.execute(connection);
    return performance.now() - begun;
  });
}
