import { constants } from 'node:os';

const stopSignals = ['SIGINT', 'SIGTERM'] as const;

type StopSignal = (typeof stopSignals)[number];

let handleStop: ((signal: StopSignal) => void) | undefined;

/** Sets the handler of stop signals, in place of the previous handler. */
export function onStopSignal(handle: (signal: StopSignal) => void): void {
  // Never remove a listener: a signal that has arrived, but is not dispatched yet, would be lost with it.
  if (!handleStop) for (const signal of stopSignals) process.on(signal, () => handleStop?.(signal));
  handleStop = handle;
}

/** Exits at once. Without any handler, a process with the id 1, as in a container, would ignore the signal. */
export const exitAtOnce = (signal: StopSignal) => process.exit(128 + constants.signals[signal]);
