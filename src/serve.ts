import { once } from 'node:events';
import { createAdaptorServer } from '@hono/node-server';
import { createApp } from './app.ts';
import { type Config, ConfigError } from './config.ts';

/** Answers queries until the process is asked to end; prints where. */
export async function serve(config: Config): Promise<void> {
  const app = await createApp(config);
  const server = createAdaptorServer({ fetch: app.fetch });
  try {
    server.listen(config.port, config.host);
    await once(server, 'listening');
  } catch (error) {
    await app.close();
    throw listenError(error, config);
  }
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  console.log(`The graph answers at http://${host}:${port}/graphql`);

  const stop = () => {
    server.close(() => void app.close());
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

function listenError(error: unknown, { host, port }: Config): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return new ConfigError([`PORT ${port} on ${host} is taken; set PORT to another one.`]);
  if (code === 'EACCES')
    return new ConfigError([`PORT ${port} on ${host} may not be listened on; set PORT to another one.`]);
  if (code === 'EADDRNOTAVAIL') return new ConfigError([`HOST ${host} is not an address of this machine.`]);
  return error;
}
