import { untilAborted } from '../until-aborted.ts';

/** @throws the signal's reason as soon as it ends */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  try {
    await untilAborted(signal, () => promise);
  } finally {
    clearTimeout(timer);
  }
}
