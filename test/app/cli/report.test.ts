import { afterEach, expect, it, vi } from 'vitest';
import { printReport, table } from '../../../src/app/cli/command.ts';
import { captureOutput } from './capture-output.ts';

afterEach(() => void vi.restoreAllMocks());

it('a table can have any number of rows', () => {
  const rows = Array.from({ length: 150_000 }, (_, index) => [`${index}`, 'a']);
  expect(table(['number', 'text'], rows).split('\n')[150_000]).toBe('149999  a');
});

it('control characters of a report do not reach the terminal', async () => {
  const written = captureOutput();
  await printReport({}, { record: {}, text: 'a\u001b[2J\u009b\r\tb\nc' });
  expect(written).toEqual(['a\\u001b[2J\\u009b\\u000d\tb\nc\n']);
});
