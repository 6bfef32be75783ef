import { afterEach, expect, it, vi } from 'vitest';
import { printReport, table } from '../../../src/app/cli/command.ts';

afterEach(() => void vi.restoreAllMocks());

/** Captures standard output instead of printing it. Each write fails with `error`, if given. */
function catchOutput(error?: Error) {
  const written: unknown[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text, ...rest: unknown[]) => {
    written.push(text);
    if (error) process.stdout.emit('error', error);
    const done = rest.at(-1);
    if (typeof done === 'function') done(error);
    return true;
  });
  return written;
}

it('a table can have any number of rows', () => {
  const rows = Array.from({ length: 150_000 }, (_, index) => [index, 'a']);
  expect(table(['number', 'text'], rows).split('\n')[150_000]).toBe('149999  a');
});

it('control characters of a report do not reach the terminal', async () => {
  const written = catchOutput();
  await printReport({}, { record: {}, text: 'a\u001b[2J\u009b\r\tb\nc' });
  expect(written).toEqual(['a\\u001b[2J\\u009b\\u000d\tb\nc\n']);
});

it('a secret that cannot be written to standard output is an error', async () => {
  catchOutput(new Error('write EPIPE'));
  await expect(printReport({}, { record: {}, text: 'secret' })).rejects.toThrow(
    'The command succeeded, but its output could not be written: write EPIPE. If it contained a key or secret, create a new one.',
  );
});
