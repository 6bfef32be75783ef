import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createAccounts } from '../../../src/platform/accounts/accounts.ts';
import { openVault } from '../../../src/platform/accounts/open-vault.ts';
import { createApp } from '../../../src/app/app.ts';
import { readConfig } from '../../../src/app/config/config.ts';
import { type OpenedDatabase, openDatabase } from '../../../src/platform/database/open-database.ts';
import { connectUser, testVaultKey } from '../../support/platform/service-keys.ts';
import { authentication, tokenOf } from '../load/caller-token.ts';
import { storeCrowd } from './crowd.ts';
import { printedAddress } from '../printed-address.ts';

/** The callers of the benchmark. Both have accounts for the demo data. */
export const callers = ['greedy', 'modest', 'third', 'fourth'] as const;
type Caller = (typeof callers)[number];

export interface Answer {
  /** 0 if there was none within the time limit. */
  status: number;
  durationMs: number;
  /** Codes of all errors and problems. */
  codes: string[];
}

/** The program in a separate process with the settings of production, demo data and two authenticated callers. */
export interface FairServer {
  url: string;
  tokens: Readonly<Record<Caller, string>>;
  ask(caller: Caller, query: string, variables?: object): Promise<Answer>;
  /** The longest CPU time of the main thread between two turns of the event loop since the last call, in milliseconds. */
  longestStretchMs(): Promise<number>;
  residentMegabytes(): Promise<number>;
  isRunning(): boolean;
  close(): Promise<void>;
}

const answerTimeoutMs = 60_000;

/**
 * Starts the server on storage that `prepareStorage` filled.
 * @param root path of the checkout whose server is started
 */
export async function startFairServer(dataDir: string, root = '.'): Promise<FairServer> {
  const preload = import.meta.resolve('./longest-stretch.ts');
  // As `npm start` does.
  const memory = ['--max-old-space-size=384', '--max-semi-space-size=8'];
  const child = spawn(process.execPath, [...memory, '--import', preload, 'src/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      ...common,
      PORT: '0',
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      ...authentication,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  const url = await printedAddress(child);
  const [greedy, modest, third, fourth] = [
    await tokenOf('greedy'),
    await tokenOf('modest'),
    await tokenOf('third'),
    await tokenOf('fourth'),
  ];
  const tokens = { greedy, modest, third, fourth };
  return {
    url,
    tokens,
    async longestStretchMs() {
      const replied = once(child, 'message');
      child.send('longest stretch');
      const [ms]: unknown[] = await replied;
      return Number(ms);
    },
    async residentMegabytes() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000);
    },
    ask: (caller, query, variables = {}) =>
      answerTo(() =>
        fetch(new URL('/graphql', url), {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[caller]}` },
          body: JSON.stringify({ query, variables }),
          signal: AbortSignal.timeout(answerTimeoutMs),
        }),
      ),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
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

async function answerTo(send: () => Promise<Response>): Promise<Answer> {
  const startedAt = performance.now();
  try {
    const response = await send();
    const text = await response.text();
    const durationMs = performance.now() - startedAt;
    const codes = Array.from(text.matchAll(/"code":"([A-Z_]+)"/g), ([, code = '']) => code);
    return { status: response.status, durationMs, codes };
  } catch {
    return { status: 0, durationMs: performance.now() - startedAt, codes: [] };
  }
}
