import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';

/** Shares of the import at whose ends the peak memory is reported. */
const shares = [0.1, 0.5, 1];
const msPerSample = 50;

export interface TimedImport {
  /** Wall time of the whole command. */
  ms: number;
  /** Peak memory in MB until 10 %, 50 % and 100 % of the records were stored. */
  peaks: number[];
}

/** Runs the command `import` in a process of its own. */
export async function timedImport(options: {
  url: string;
  file: string;
  /** The data folder of the command. */
  folder: string;
  /** Number of records in the file. */
  count: number;
}): Promise<TimedImport> {
  const { url, file, folder, count } = options;
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['src/main.ts', 'import', file], {
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: folder, DEMO_DATA: 'false', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let stored = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    for (const [, records = ''] of text.matchAll(/ ([\d,]+) records so far/g))
      stored = Number(records.replaceAll(',', ''));
  });
  const peaks = shares.map(() => 0);
  const sampling = setInterval(() => {
    const megabytes = residentMegabytes(child.pid);
    for (const [index, share] of shares.entries()) {
      if (stored <= share * count) peaks[index] = Math.max(peaks[index] ?? 0, megabytes);
    }
  }, msPerSample);
  const [code] = await once(child, 'exit');
  clearInterval(sampling);
  if (code !== 0) throw new Error(`The import failed with exit code ${code}`);
  return { ms: performance.now() - startedAt, peaks };
}

/** Returns 0 after the process has ended. */
function residentMegabytes(pid: number | undefined): number {
  const path = `/proc/${pid}/status`;
  const status = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}
