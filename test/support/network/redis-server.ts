import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createClient } from '@redis/client';
import { vi } from 'vitest';
import { timeLimit } from '../time-limit.ts';
import { freePort } from './free-port.ts';

/** Whether `redis-server` is installed. */
export const hasRedisServer = (process.env['PATH'] ?? '')
  .split(delimiter)
  .some((folder) => existsSync(join(folder, 'redis-server')));

/** A Redis server that a test starts for itself. */
export interface RedisServer {
  url: string;
  /** Runs a command and returns its reply. */
  send(...command: string[]): Promise<unknown>;
  stop(): Promise<void>;
  /** Same as `stop`. */
  close(): Promise<void>;
  /** Starts the stopped server again, on the same port. */
  start(): Promise<void>;
}

/** Starts a server. Without `folder`, its data is lost when it stops. */
export async function startRedisServer({ folder }: { folder?: string } = {}): Promise<RedisServer> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;

  async function send(...command: string[]): Promise<unknown> {
    const client = createClient({ url, socket: { reconnectStrategy: false } });
    client.on('error', () => {});
    await client.connect();
    const reply: unknown = await client.sendCommand(command);
    client.destroy();
    return reply;
  }
  async function start() {
    // By default Redis postpones writes while the disk is busy, and loses them when it is killed.
    const stored = ['--appendonly', 'yes', '--appendfsync', 'always', '--dir', folder ?? ''];
    const storage = folder === undefined ? ['--appendonly', 'no'] : stored;
    const settings = ['--port', port, '--bind', '127.0.0.1', '--save', '', ...storage];
    server = spawn('redis-server', settings, { stdio: 'ignore' });
    await vi.waitFor(() => send('PING'), timeLimit(20));
  }
  async function stop() {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill('SIGKILL');
    await exited;
  }
  await start();
  return { url, send, start, stop, close: stop };
}
