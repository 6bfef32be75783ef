import type { Logger } from 'pino';
import { type App, createApp } from '../../app.ts';
import type { Config } from '../../config/config.ts';
import { respondWhileStarting } from '../../../http/health.ts';
import { listen, type Listener } from '../../../http/listen.ts';
import { rejectUpgrade } from '../../../http/graphql/subscription/transport/websocket/upgrade-rules.ts';
import { createLog } from '../../log/log.ts';
import { openTerminalStream } from '../../log/terminal-stream.ts';
import type { StartProgress } from './start-progress.ts';
import { OperatorError } from '../../../tools/errors/operator-error.ts';
import { onStopSignal } from './stop-signals.ts';

/** A connection carries no data while an operation runs, so its idle limit must exceed the time limit of operations. */
const idleMarginMs = 30_000;

export async function serve(config: Config, progress: StartProgress): Promise<void> {
  const log = createLog(config, await openTerminalStream(config));
  let app: App | undefined;
  // Listen first, so that a port in use is reported before the database is opened and filled with demo data.
  const listener = await listen((request, bindings) => app?.fetch(request, bindings) ?? respondWhileStarting(request), {
    host: config.host,
    port: config.port,
    graceMs: config.operationTimeoutMs,
    idleMs: config.operationTimeoutMs + idleMarginMs,
    upgrade: (request, socket, head) =>
      app ? app.upgrade(request, socket, head) : rejectUpgrade(socket, { status: 503, message: 'starting' }),
    log,
  }).catch((error: unknown) => {
    throw listenError(error, { ...config, variable: 'PORT' });
  });
  let metricsListener: Listener | undefined;
  try {
    metricsListener = await listenForMetrics(
      config,
      (request) => app?.fetchMetrics(request) ?? respondWhileStarting(request),
    );
    app = await createApp(config, { log, onProgress: progress.step });
  } catch (error) {
    await Promise.all([listener.close(), metricsListener?.close()]);
    throw error;
  }
  progress.stop();

  const { drain, endStreams, close } = app;
  // Close the metrics last, so that Prometheus can scrape until the end.
  const closeAll = async () => {
    await close();
    await metricsListener?.close();
  };
  const shutDown = createShutdown({
    app: { drain, endStreams, close: closeAll },
    listener,
    log,
    drainDelayMs: config.drainDelayMs,
  });
  onStopSignal((signal) => void shutDown(signal));
  if (config.production && !config.tokenRules && config.serves.has('graph'))
    log.warn('neither AUTH_JWKS_URL nor AUTH_JWT_SECRET is set: every request runs as the development identity');
  if (config.serves.has('graph')) console.log(`GraphQL API ready at ${listener.url}/graphql`);
  else console.log(`Platform API ready at ${listener.url}/api/v1`);
}

async function listenForMetrics(
  { host, metrics: { port } }: Config,
  fetch: (request: Request) => Response | Promise<Response>,
): Promise<Listener | undefined> {
  if (port === undefined) return undefined;
  return listen(fetch, { host, port, graceMs: 1000 }).catch((error: unknown) => {
    throw listenError(error, { host, port, variable: 'METRICS_PORT' });
  });
}

function listenError(
  error: unknown,
  { host, port, variable }: { host: string; port: number; variable: string },
): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new OperatorError(`${variable} ${port} on ${host} is already in use. Set ${variable} to another port.`);
  if (code === 'EACCES')
    return new OperatorError(
      `Not permitted to listen on ${variable} ${port} of ${host}. Set ${variable} to another port.`,
    );
  if (code === 'EADDRNOTAVAIL') return new OperatorError(`HOST ${host} is not an address of this machine.`);
  return error;
}

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
