import pino from 'pino';
import { type App, type AppParts, createApp } from '../../../src/app/app.ts';
import { readConfig } from '../../../src/app/config/config.ts';
import { allScopes } from '../../../src/tools/tool.ts';

/** Starts the app; by default its log is silent and its data is in memory. */
export const startApp = (environment: Record<string, string> = {}, parts: AppParts = {}): Promise<App> =>
  createApp(readConfig({ DATA_DIR: 'memory', ...environment }), { log: pino({ level: 'silent' }), ...parts });

/** Identifies the caller by the header `x-test-caller` and grants all scopes. */
export const callerFromHeader = (otherwise = ''): Pick<AppParts, 'identify'> => ({
  identify: ({ headers }) => ({ identifier: headers.get('x-test-caller') ?? otherwise, scopes: allScopes }),
});

/** The environment of a graph whose platform is unreachable. Such a graph needs no database. */
export const unreachablePlatform = {
  PLATFORM_URL: 'http://127.0.0.1:9',
  PLATFORM_CLIENT_ID: 'client',
  PLATFORM_CLIENT_SECRET: 'secret-of-the-client',
};

/** Returns the error that prevents the start, or `started` if there is no error. */
export async function startError(environment: Record<string, string>): Promise<string> {
  try {
    await (await startApp({ ...unreachablePlatform, ...environment })).close();
    return 'started';
  } catch (error) {
    return String(error);
  }
}
