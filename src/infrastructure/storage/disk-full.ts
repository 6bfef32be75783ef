import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from './owner-file.ts';

/** Codes of the file system, and of PostgreSQL (`disk_full`), for a disk without free space. */
const codes = new Set<unknown>(['ENOSPC', 'EDQUOT', '53100']);

/** The embedded database needs this much to continue its write-ahead log, which grows by segments of 16 MB. */
const minFreeBytes = 16 * 1024 * 1024;

export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && codes.has(error.code)) || isDiskFull(error.cause);
}

/** Returns the free space for a folder, or for its nearest parent that exists, in bytes. */
export async function freeBytesFor(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    return freeBytesFor(dirname(folder));
  }
}

/** @throws Error, for which `isDiskFull` returns true, if the free bytes are too few to store anything */
export function checkFreeBytes(bytes: number, options?: ErrorOptions): void {
  if (bytes >= minFreeBytes) return;
  const message = `the disk is full: only ${bytes} bytes are free, ${minFreeBytes} are needed`;
  throw Object.assign(new Error(message, options), { code: 'ENOSPC' });
}
