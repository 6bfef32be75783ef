import type { Logger } from 'pino';
import { type App, createApp } from '../app/app.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { listen, type Listener } from '../http/listen.ts';
import { createLog } from '../app/log.ts';

/** Answers queries until the process is asked to end; prints where. */
export async function serve(config: Config): Promise<void> {
  const log = createLog(config);
  let app: App | undefined;
  // A taken port is reported before the database is opened and demo data is made.
  const listener = await listen((request) => app?.fetch(request) ?? starting(), {
    ...config,
    graceMs: config.operationTimeoutMs,
  }).catch((error: unknown) => {
    throw listenError(error, config);
  });
  try {
    app = await createApp(config, { log });
  } catch (error) {
    await listener.close();
    throw error;
  }

  endOnSignals({ app, listener, log });
  if (config.production && !config.tokenRules && config.serves.has('graph'))
    log.warn('AUTH_JWKS_URL and AUTH_JWT_SECRET are not set: every caller is the development identity');
  if (config.serves.has('graph')) console.log(`The graph answers at ${listener.url}/graphql`);
  else console.log(`The platform answers at ${listener.url}/api/v1`);
}

/** What clients and probes get between the opening of the port and the first answer. */
const starting = () => Response.json({ status: 'starting' }, { status: 503, headers: { 'retry-after': '1' } });

/** The first signal lets requests in flight end, as long as an operation may take; the second one does not wait. */
function endOnSignals({ app, listener, log }: { app: App; listener: Listener; log: Logger }): void {
  let isEnding = false;
  const end = (reason: string) => {
    log.error({ reason }, 'ended before every request was answered');
    process.exit(1);
  };
  const stop = async (signal: string) => {
    if (isEnding) return end(`a second signal, ${signal}`);
    isEnding = true;
    log.info({ signal }, 'ending: requests in flight are answered, no others are taken');
    app.drain();
    const isAnswered = await listener.close();
    // What was written is let go of in order, whatever became of its answer.
    await app.close();
    if (!isAnswered) end('requests took longer than an operation may');
  };
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        log.error({ err: error }, 'could not end in order');
        process.exit(1);
      });
    });
}

function listenError(error: unknown, { host, port }: Config): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return new ConfigError([`PORT ${port} on ${host} is taken; set PORT to another one.`]);
  if (code === 'EACCES')
    return new ConfigError([`PORT ${port} on ${host} may not be listened on; set PORT to another one.`]);
  if (code === 'EADDRNOTAVAIL') return new ConfigError([`HOST ${host} is not an address of this machine.`]);
  return error;
}
