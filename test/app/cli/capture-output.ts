import { vi } from 'vitest';

/** Captures standard output until `vi.restoreAllMocks`. */
export function captureOutput(): string[] {
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk, ...rest: unknown[]) => {
    written.push(String(chunk));
    const done = rest.at(-1);
    if (typeof done === 'function') done();
    return true;
  });
  return written;
}
