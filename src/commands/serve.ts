import { createApp } from '../app.ts';
import { type Config, ConfigError } from '../config.ts';
import { listen, type Listener } from '../http/listen.ts';

/** Answers queries until the process is asked to end; prints where. */
export async function serve(config: Config): Promise<void> {
  const app = await createApp(config);
  let listener: Listener;
  try {
    listener = await listen(app.fetch, config);
  } catch (error) {
    await app.close();
    throw listenError(error, config);
  }

  const stop = async () => {
    await listener.close();
    await app.close();
  };
  process.once('SIGINT', () => void stop());
  process.once('SIGTERM', () => void stop());
  console.log(`The graph answers at ${listener.url}/graphql`);
}

function listenError(error: unknown, { host, port }: Config): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return new ConfigError([`PORT ${port} on ${host} is taken; set PORT to another one.`]);
  if (code === 'EACCES')
    return new ConfigError([`PORT ${port} on ${host} may not be listened on; set PORT to another one.`]);
  if (code === 'EADDRNOTAVAIL') return new ConfigError([`HOST ${host} is not an address of this machine.`]);
  return error;
}
