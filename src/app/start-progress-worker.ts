import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { parentPort } from 'node:worker_threads';

const stderr = 2;
const isTerminal = isatty(stderr);
const firstReportMs = 500;
const intervalMs = isTerminal ? 250 : 1500;
const startedAt = performance.now();
let step = 'loading the program';

parentPort?.on('message', (text: string) => {
  step = text;
});

function report(): void {
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const text = `Starting: ${step} (${seconds} s)`;
  try {
    // `process.stderr` of a worker writes through the main thread, which may be blocked.
    writeSync(stderr, isTerminal ? `\r\u001B[K${text}` : `${text}\n`);
  } catch {
    // The pipe is full or the terminal is closed. The next report may succeed.
  }
}

setTimeout(() => {
  report();
  setInterval(report, intervalMs);
}, firstReportMs);
