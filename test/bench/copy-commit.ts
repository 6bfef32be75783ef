import { execFileSync } from 'node:child_process';
import { createFolder } from '../support/folder.ts';

/** Checks a commit out into a folder of its own, with the packages of its lock file. Disposing removes the folder. */
export async function copyCommit(commit: string) {
  const { path: folder, close } = await createFolder();
  const run = (file: string, args: string[], options: { cwd?: string; input?: Buffer } = {}) =>
    execFileSync(file, args, { maxBuffer: Infinity, stdio: ['pipe', 'pipe', 'inherit'], ...options });
  run('tar', ['-x', '-C', folder], { input: run('git', ['archive', commit]) });
  run('npm', ['ci'], { cwd: folder });
  return { folder, [Symbol.asyncDispose]: close };
}
