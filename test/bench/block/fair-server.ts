import { createAccounts } from '../../../src/platform/accounts/accounts.ts';
import { openVault } from '../../../src/platform/accounts/open-vault.ts';
import { createApp } from '../../../src/app/app.ts';
import { readConfig } from '../../../src/app/config/config.ts';
import { type OpenedDatabase, openDatabase } from '../../../src/platform/database/open-database.ts';
import { postJson } from '../../support/network/post-json.ts';
import { connectUser, testVaultKey } from '../../support/platform/service-keys.ts';
import { authentication, tokenOf } from '../../support/network/caller-token.ts';
import { type MeasuredProcess, startMeasured } from '../measured-process.ts';
import { storeCrowd } from './crowd.ts';

/** The callers of the benchmark. Both have accounts for the demo data. */
export const callers = ['greedy', 'modest', 'third', 'fourth'] as const;
type Caller = (typeof callers)[number];

export interface Answer {
  /** HTTP status; 0 if no response arrived within the time limit. */
  status: number;
  durationMs: number;
  text: string;
}

/** The program in a separate process with the settings of production, demo data and authenticated callers. */
export interface FairServer extends MeasuredProcess {
  tokens: Readonly<Record<Caller, string>>;
  ask(caller: Caller, query: string): Promise<Answer>;
}

const answerTimeoutMs = 60_000;

/**
 * Starts the server on storage that `prepareStorage` filled.
 * @param copy folder of the commit whose server is started; the working tree by default
 */
export async function startFairServer(dataDir: string, copy = '.'): Promise<FairServer> {
  const server = await startMeasured({
    file: 'src/main.ts',
    root: copy,
    environment: { ...common, ...authentication, PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: dataDir },
    // The same memory limits as `npm start`.
    options: ['--max-old-space-size=384', '--max-semi-space-size=8'],
  });
  const [greedy = '', modest = '', third = '', fourth = ''] = await Promise.all(callers.map(tokenOf));
  const tokens = { greedy, modest, third, fourth };
  return {
    ...server,
    tokens,
    async ask(caller, query) {
      const startedAt = performance.now();
      const [url, headers] = [new URL('/graphql', server.url).href, { authorization: `Bearer ${tokens[caller]}` }];
      try {
        const response = await postJson(url, { query }, { headers, signal: AbortSignal.timeout(answerTimeoutMs) });
        const text = await response.text();
        return { status: response.status, text, durationMs: performance.now() - startedAt };
      } catch {
        return { status: 0, text: '', durationMs: performance.now() - startedAt };
      }
    },
  };
}

const common = { VAULT_KEY: testVaultKey, DEMO_DATA: 'true' };

/** Fills the storage with demo data, and connects the callers to it. */
export async function prepareStorage(dataDir: string): Promise<void> {
  const config = readConfig({ ...common, ...authentication, LOG_LEVEL: 'silent', DATA_DIR: dataDir });
  const database = await openDatabase(config.database);
  const app = await createApp(config, { database });
  await connectCallers(config, database);
  await storeCrowd(database.db);
  await app.close();
  await database.close();
}

async function connectCallers(config: ReturnType<typeof readConfig>, { db }: OpenedDatabase): Promise<void> {
  const accounts = createAccounts({ db, vault: await openVault(config.vault), now: () => new Date() });
  const host = await db.selectFrom('convo_users').select('id').orderBy('id').executeTakeFirstOrThrow();
  const users = { talent: 'usr_demo', convo: host.id };
  for (const service of ['talent', 'convo'] as const) {
    const { connectionName } = config.connections[service];
    for (const identifier of callers) {
      await connectUser({ db, accounts, service, connectionName }, { identifier, userId: users[service] });
    }
  }
}
