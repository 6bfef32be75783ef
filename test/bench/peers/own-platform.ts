import { createApp } from '../../../src/app/app.ts';
import { readConfig } from '../../../src/app/config/config.ts';
import { listen } from '../../../src/http/listen.ts';
import { createClients } from '../../../src/platform/accounts/clients.ts';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { countStatements } from '../../support/database/statement-counter.ts';
import { type Figure, median } from '../figure.ts';
import { createClient } from './measure.ts';
import { startMeasured } from './measured-process.ts';
import { nodeSettings } from './servers.ts';
import { page } from './workloads.ts';

const maxRequests = 4;
const maxStatements = 16;
const pages = 9;

/** What a page costs our own platform, over REST. */
export async function measureOwnPlatform(): Promise<Figure[]> {
  await using open = new AsyncDisposableStack();
  const { database, take } = countStatements(await openDatabase('memory'));
  open.defer(database.close);
  // This app also serves a graph, so it connects the development identity.
  const platform = await createApp(readConfig({ DATA_DIR: 'memory', LOG_LEVEL: 'error' }), { database });
  open.defer(platform.close);
  let requests = 0;
  const listener = await listen(
    (request, bindings) => {
      requests += 1;
      return platform.fetch(request, bindings);
    },
    { host: '127.0.0.1', port: 0 },
  );
  open.defer(async () => void (await listener.close()));
  const { client, secret } = await createClients(database.db).add('bench');
  const graph = open.use(
    await startMeasured({
      file: 'src/main.ts',
      environment: {
        ...nodeSettings(listener.url),
        PLATFORM_CLIENT_ID: client.clientId,
        PLATFORM_CLIENT_SECRET: secret,
      },
    }),
  );
  const sender = await createClient(graph, { documents: [page], hasToken: false, repetitions: 1 });
  open.defer(sender.close);
  // The first answer also includes calls that the graph makes once.
  const [answer = ''] = await sender.answers();
  if (answer.includes('"errors"')) throw new Error(answer.slice(0, 500));
  const counts = { requests: new Array<number>(), statements: new Array<number>() };
  for (let sent = 0; sent < pages; sent += 1) {
    requests = 0;
    take();
    await sender.answers();
    counts.requests.push(requests);
    counts.statements.push(take());
  }
  return [
    countFigure('requests to our own platform for a page', median(counts.requests), maxRequests),
    countFigure('statements of our own platform for a page', median(counts.statements), maxStatements),
  ];
}

const countFigure = (name: string, count: number, max: number): Figure => ({
  name,
  value: String(count),
  baseline: '',
  target: `at most ${max}`,
  reached: count <= max,
});
