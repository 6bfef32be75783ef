import pino, { type Level } from 'pino';
import { beforeEach } from 'vitest';

export interface LogLine {
  level: number;
  msg: string;
  err?: { message: string; [field: string]: unknown };
  [field: string]: unknown;
}

/** A log that collects its lines, which have no process id, host name or time. */
export function captureLog(level: Level = 'info') {
  const lines: LogLine[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  return { log: pino({ level, base: null, timestamp: false }, { write }), lines };
}

/** The log of a suite; each test starts without lines. */
export function useLog(level?: Level) {
  const captured = captureLog(level);
  beforeEach(() => void captured.lines.splice(0));
  return captured;
}
