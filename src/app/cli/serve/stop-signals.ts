import { constants } from 'node:os';

const stopSignals = ['SIGINT', 'SIGTERM'] as const;

type StopSignal = (typeof stopSignals)[number];

/** Calls `handle` for every signal to stop from now on, instead of the previous handler. */
export function onStopSignal(handle: (signal: StopSignal) => void): void {
  for (const signal of stopSignals) process.removeAllListeners(signal).on(signal, handle);
}

/**
 * Ends the process as the signal would without a handler. The handler is needed nevertheless: without one, a process with
 * the id 1, such as the only process of a container, ignores the signal.
 */
export const exitAtOnce = (signal: StopSignal) => process.exit(128 + constants.signals[signal]);
