import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Checks a commit out into a folder of its own, with the packages of its lock file. Disposing removes the folder. */
export async function copyCommit(commit: string) {
  const folder = await mkdtemp(join(tmpdir(), 'graph-bench-'));
  const run = (file: string, args: string[], options: { cwd?: string; input?: Buffer } = {}) =>
    execFileSync(file, args, { maxBuffer: Infinity, stdio: ['pipe', 'pipe', 'inherit'], ...options });
  run('tar', ['-x', '-C', folder], { input: run('git', ['archive', commit]) });
  run('npm', ['ci'], { cwd: folder });
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}
