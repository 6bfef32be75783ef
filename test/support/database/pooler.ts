import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { freePort } from '../network/free-port.ts';
import { onServer } from './server-statement.ts';
import { timeLimit } from '../time-limit.ts';

/** The path of PgBouncer; undefined if it is not installed. */
export const pgBouncer = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path));

export interface Pooler {
  /** The URL of a database through the pooler. */
  urlOf(databaseUrl: string): string;
  stop(): Promise<void>;
}

interface PoolerOptions {
  serverUrl: string;
  mode: 'session' | 'transaction';
}

/** Starts PgBouncer with up to six connections to each database of the server. */
export async function startPooler(program: string, { serverUrl, mode }: PoolerOptions): Promise<Pooler> {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const folder = await mkdtemp(join(tmpdir(), 'pooler-'));
  // PgBouncer refuses to run as root, so it may run as `postgres`, which must read the folder.
  await chmod(folder, 0o755);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const login = `user=${username}${password && ` password=${decodeURIComponent(password)}`}`;
  await writeFile(
    file,
    `[databases]
     * = host=${hostname} port=${serverPort || 5432} ${login}
     [pgbouncer]
     listen_addr = 127.0.0.1
     listen_port = ${port}
     unix_socket_dir =
     auth_type = any
     pool_mode = ${mode}
     default_pool_size = 6
    `.replaceAll(/^ +/gm, ''),
  );
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const child: ChildProcess = spawn(program, [...user, file], { stdio: 'ignore' });
  const urlOf = (databaseUrl: string) => {
    const url = new URL(databaseUrl);
    url.host = `127.0.0.1:${port}`;
    return url.href;
  };
  await vi.waitFor(() => onServer(urlOf(serverUrl), 'select 1'), timeLimit(10));
  return {
    urlOf,
    async stop() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}
