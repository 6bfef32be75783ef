import { constants } from 'node:os';

const stopSignals = ['SIGINT', 'SIGTERM'] as const;

type StopSignal = (typeof stopSignals)[number];

/** Replaces the previous handler. */
export function onStopSignal(handle: (signal: StopSignal) => void): void {
  for (const signal of stopSignals) process.removeAllListeners(signal).on(signal, handle);
}

/** Without a handler, a process with the id 1, such as the only one of a container, ignores the signal. */
export const exitAtOnce = (signal: StopSignal) => process.exit(128 + constants.signals[signal]);
