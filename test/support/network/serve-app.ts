import type { App } from '../../../src/app/app.ts';
import { listen } from '../../../src/http/listen.ts';
import { createClients } from '../../../src/platform/accounts/clients.ts';
import type { Db } from '../../../src/platform/database/open-database.ts';

/** Serves an app on a free port. Closing also closes the app. */
export async function serveApp(app: App, fetch = app.fetch) {
  const listener = await listen(fetch, { host: '127.0.0.1', port: 0, upgrade: app.upgrade });
  return {
    app,
    url: listener.url,
    async close() {
      await listener.close();
      await app.close();
    },
  };
}

export type ServedApp = Awaited<ReturnType<typeof serveApp>>;

/** The environment of a graph that calls the platform at a URL, as a new client. */
export async function environmentOfClient(db: Db, platformUrl: string) {
  const { client, secret } = await createClients(db).add('graph');
  return { PLATFORM_URL: platformUrl, PLATFORM_CLIENT_ID: client.clientId, PLATFORM_CLIENT_SECRET: secret };
}
