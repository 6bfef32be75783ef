import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportStart } from '../../src/app/cli/serve/start-progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function reportTo({ isTTY = false }) {
  const written: string[] = [];
  return {
    written,
    progress: reportStart({ isTTY, write: (text: string | Uint8Array) => written.push(String(text)) > 0 }),
  };
}

it('reports nothing about a start of two seconds', () => {
  const { written, progress } = reportTo({});
  progress.step('opening the database');
  vi.advanceTimersByTime(1999);
  progress.stop();
  vi.advanceTimersByTime(60_000);
  expect(written).toEqual([]);
});

it('reports the current step of a longer start every second, until it ends', () => {
  const { written, progress } = reportTo({});
  vi.advanceTimersByTime(2000);
  progress.step('opening the database');
  vi.advanceTimersByTime(2500);
  progress.stop();
  vi.advanceTimersByTime(60_000);
  expect(written).toEqual([
    'Starting: loading the program (2 s)\n',
    'Starting: opening the database (3 s)\n',
    'Starting: opening the database (4 s)\n',
  ]);
});

it('replaces the line of a terminal, and clears it at the end', () => {
  const { written, progress } = reportTo({ isTTY: true });
  vi.advanceTimersByTime(2000);
  progress.stop();
  expect(written).toEqual(['\r\u001B[KStarting: loading the program (2 s)', '\r\u001B[K']);
});
