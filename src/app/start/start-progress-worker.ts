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
    // Do not use `process.stderr`: in a worker it writes through the main thread, which may be blocked.
    writeSync(stderr, isTerminal ? `\r\u001B[K${text}` : `${text}\n`);
  } catch {
    // Ignore that the pipe is full or the terminal is closed: the next report may succeed.
  }
}

setTimeout(() => {
  report();
  setInterval(report, intervalMs);
}, firstReportMs);
