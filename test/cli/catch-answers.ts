import { vi } from 'vitest';

/** What commands write to the standard output from here on; `vi.restoreAllMocks` ends it. */
export function catchAnswers(): string[] {
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk, ...rest: unknown[]) => {
    written.push(String(chunk));
    const done = rest.at(-1);
    if (typeof done === 'function') done();
    return true;
  });
  return written;
}
