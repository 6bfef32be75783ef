import { execFileSync } from 'node:child_process';

const mounted = new Set<string>();

/** Mounts an in-memory file system of a fixed size. Requires root. */
export function mountDisk(folder: string, megabytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
  mounted.add(folder);
}

export const resizeDisk = (folder: string, megabytes: number) =>
  execFileSync('mount', ['-o', `remount,size=${megabytes}m`, folder], { stdio: 'pipe' });

export function unmountDisks(): void {
  for (const folder of mounted) execFileSync('umount', ['--lazy', folder]);
  mounted.clear();
}
