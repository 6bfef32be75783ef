import pino from 'pino';
import { type App, type AppParts, createApp } from '../../../src/app/app.ts';
import { readConfig } from '../../../src/app/config/config.ts';
import { allScopes } from '../../../src/tools/tool.ts';

/** Starts the program, with a silent log and data in memory unless others are given. */
export const startApp = (environment: Record<string, string> = {}, parts: AppParts = {}): Promise<App> =>
  createApp(readConfig({ DATA_DIR: 'memory', ...environment }), { log: pino({ level: 'silent' }), ...parts });

/** The part of an app that takes its caller, who has all scopes, from a header. */
export const callerFromHeader = (otherwise = ''): Pick<AppParts, 'identify'> => ({
  identify: ({ headers }) => ({ identifier: headers.get('x-test-caller') ?? otherwise, scopes: allScopes }),
});

/** A graph in front of a platform that cannot be reached. It needs no database. */
export const unreachablePlatform = {
  PLATFORM_URL: 'http://127.0.0.1:9',
  PLATFORM_CLIENT_ID: 'client',
  PLATFORM_CLIENT_SECRET: 'secret-of-the-client',
};

/** The error with which the program does not start. */
export async function startError(environment: Record<string, string>): Promise<string> {
  try {
    await (await startApp({ ...unreachablePlatform, ...environment })).close();
    return 'started';
  } catch (error) {
    return String(error);
  }
}
