import type { Logger } from 'pino';
import type { App } from '../../app.ts';
import type { Listener } from '../../../http/listen.ts';

interface ShutdownOptions {
  app: Pick<App, 'drain' | 'endStreams' | 'close'>;
  listener: Pick<Listener, 'drain' | 'close'>;
  log: Logger;
  /** How long to accept requests after the readiness probe began to fail, in milliseconds. */
  drainDelayMs: number;
}

/**
 * After the readiness probe fails, requests are served for `drainDelayMs`, until load balancers have noticed. Then the
 * subscriptions end and requests in flight finish, within the grace period. A second signal exits immediately.
 */
export function createShutdown({
  app,
  listener,
  log,
  drainDelayMs,
}: ShutdownOptions): (signal: string) => Promise<void> {
  let isStopping = false;
  const exitEarly = (reason: string) => {
    log.error({ reason }, 'exiting with unfinished requests');
    process.exit(1);
  };

  async function stop(signal: string): Promise<void> {
    app.drain();
    if (drainDelayMs > 0) {
      log.info({ signal, drainDelayMs }, 'shutting down: failing the readiness probe, still accepting requests');
      listener.drain();
      await new Promise((resolve) => setTimeout(resolve, drainDelayMs));
    }
    log.info({ signal }, 'shutting down: finishing in-flight requests, rejecting new ones');
    // The port is still open, so that clients which subscribe again at once get an answer.
    await app.endStreams();
    const areFinished = await listener.close();
    // Close the database cleanly even if some requests were not finished.
    await app.close();
    if (!areFinished) exitEarly('in-flight requests exceeded the operation timeout');
  }

  return async (signal) => {
    if (isStopping) return exitEarly(`received a second signal: ${signal}`);
    isStopping = true;
    try {
      await stop(signal);
    } catch (error) {
      log.error({ err: error }, 'shutdown failed');
      process.exit(1);
    }
  };
}
