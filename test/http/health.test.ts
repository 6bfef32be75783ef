import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { createHealthRoutes, createReadiness } from '../../src/http/health.ts';
import { listen } from '../../src/http/listen.ts';
import { timeLimit } from '../support/time-limit.ts';

let isOverloaded = false;

async function serveHealth(database: (signal: AbortSignal) => Promise<void>, needed?: string) {
  const parts = { database, storage: async () => {} };
  const readiness = createReadiness({
    parts,
    needed,
    isOverloaded: () => isOverloaded,
    log: pino({ level: 'silent' }),
  });
  const listener = await listen(createHealthRoutes(readiness).fetch, {
    host: '127.0.0.1',
    port: 0,
  });
  const ask = async (path: string) => {
    const response = await fetch(listener.url + path);
    return { code: response.status, body: await response.json() };
  };
  return { ask, readiness, close: listener.close };
}

const alive = { code: 200, body: { status: 'ok' } };
const ready = { code: 200, body: { status: 'ready' } };
const failing = { code: 503, body: { status: 'failing', part: 'database' } };

describe('probes', () => {
  it('check the upstream once for concurrent requests', async () => {
    let checks = 0;
    const { ask, close } = await serveHealth(async () => {
      checks += 1;
    }, 'database');
    expect(await Promise.all([ask('/health/ready'), ask('/health/ready')])).toEqual([ready, ready]);
    expect(checks).toBe(1);
    await close();
  });

  it('report which part fails without its error, and its recovery', async () => {
    let isDown = true;
    const { ask, close } = await serveHealth(async () => {
      if (isDown) throw new Error('password of the database: 1234');
    }, 'database');
    expect(await ask('/health/ready')).toEqual(failing);
    expect([await ask('/health/live'), await ask('/health')]).toEqual([alive, alive]);
    isDown = false;
    await expect.poll(() => ask('/health/ready'), { timeout: timeLimit(10) }).toEqual(ready);
    await close();
  });

  it('leave out a part whose state is unknown because another part fails', async () => {
    let isDown = true;
    const check = async () => {
      if (isDown) throw new Error('unreachable');
    };
    const readiness = createReadiness({
      parts: { database: check, databaseStorage: check, storage: async () => {} },
      dependencies: { databaseStorage: 'database' },
      isOverloaded: () => false,
      log: pino({ level: 'silent' }),
    });
    expect(await readiness.checkParts()).toEqual({ database: 'failing', storage: 'ok' });
    isDown = false;
    const works = { database: 'ok', databaseStorage: 'ok', storage: 'ok' };
    await expect.poll(readiness.checkParts, { timeout: timeLimit(10) }).toEqual(works);
  });

  it('do not wait for a check that never ends', async () => {
    const { ask, close } = await serveHealth(() => new Promise(() => {}), 'database');
    expect(await ask('/health/ready')).toEqual(failing);
    await close();
  });

  it('are ready without a part that is not needed, and report it when asked', async () => {
    const { ask, close } = await serveHealth(async () => {
      throw new Error('password of the database: 1234');
    });
    expect(await ask('/health/ready')).toEqual(ready);
    expect(await ask('/health/ready?deep=1')).toEqual({
      code: 503,
      body: { status: 'ready', parts: { database: 'failing', storage: 'ok' } },
    });
    await close();
  });

  it('report an overloaded event loop until it has recovered', async () => {
    const { ask, close } = await serveHealth(async () => {});
    isOverloaded = true;
    expect(await ask('/health/ready')).toEqual({ code: 503, body: { status: 'overloaded' } });
    expect(await ask('/health/live')).toEqual(alive);
    isOverloaded = false;
    expect(await ask('/health/ready')).toEqual(ready);
    await close();
  });

  it('report draining', async () => {
    const { ask, readiness, close } = await serveHealth(async () => {});
    readiness.drain();
    expect(await ask('/health/ready')).toEqual({ code: 503, body: { status: 'draining' } });
    expect(await ask('/health/live')).toEqual(alive);
    await close();
  });
});
