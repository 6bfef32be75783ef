import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** Linux counts CPU time in hundredths of a second. */
const tickMs = 10;

/**
 * The CPU time of a process so far, in milliseconds: the fields `utime` and `stime` of `/proc/<pid>/stat`, see proc(5).
 * Returns NaN if the process has exited.
 */
export async function cpuMsOf({ pid }: ChildProcess): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}
