import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { lockDataDir } from '../../../src/platform/database/embedded/data-dir-lock.ts';
import { listen } from '../../../src/http/listen.ts';
import { freePort } from '../../support/network/free-port.ts';
import { cleanUp, makeDataFolder, waitForOutput } from '../../support/process/program.ts';
import { timeLimit } from '../../support/time-limit.ts';

const groups = new Set<number>();

/** Runs a script in a new process group, so that `endGroups` also kills processes that npm leaves running. */
function runScript(script: string, args: string[], environment: Record<string, string>) {
  const npm = spawn('npm', ['run', script, '--', ...args], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DEMO_DATA: 'false',
      LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  if (npm.pid !== undefined) groups.add(npm.pid);
  return npm;
}

function endGroups(): void {
  for (const group of groups) {
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // The group has already exited.
    }
  }
  groups.clear();
}

/** Fails while another process uses the port or the folder. */
async function expectReleased(place: { DATA_DIR: string; PORT: string }): Promise<void> {
  const listener = await listen(() => new Response(), { host: '127.0.0.1', port: Number(place.PORT) });
  await listener.close();
  const release = await lockDataDir(place.DATA_DIR);
  await release();
}

/** Settings of a graph node whose platform is not running. */
const remotePlatform = {
  PLATFORM_URL: 'http://127.0.0.1:9',
  PLATFORM_CLIENT_ID: 'client_1',
  PLATFORM_CLIENT_SECRET: 'tcg_client_0123456789abcdef',
};

describe('a script that receives SIGTERM through npm', { timeout: timeLimit(240) }, () => {
  let place: { DATA_DIR: string; PORT: string };
  beforeAll(async () => {
    place = { DATA_DIR: await makeDataFolder(), PORT: await freePort() };
  });
  afterEach(endGroups);
  afterAll(cleanUp);

  it('is replaced by the program, which gets the signal', () => {
    const scripts = Object.values(packageJson.scripts).filter((script) => script.includes('src/start.js'));
    expect(scripts).toHaveLength(7);
    expect(scripts.filter((script) => !/^(?:[A-Z_]+=\S+ )?exec node /.test(script))).toEqual([]);
  });

  it('releases the port and the data folder: npm run start:platform', async () => {
    const npm = runScript('start:platform', [], place);
    const ended = once(npm, 'exit');
    expect(await waitForOutput(npm.stdout, /Platform API ready at/)).toBeDefined();
    npm.kill('SIGTERM');
    await ended;

    await expectReleased(place);
  });

  it('releases the port: npm run dev', async () => {
    // A process without an embedded platform starts much faster.
    const npm = runScript('dev', [], { ...place, ...remotePlatform });
    const ended = once(npm, 'exit');
    expect(await waitForOutput(npm.stdout, /GraphQL API ready at/)).toBeDefined();
    npm.kill('SIGTERM');
    await ended;

    await expectReleased(place);
  });

  it('serves metrics on a port of its own: npm run start:metrics', async () => {
    const metricsPort = await freePort();
    const npm = runScript('start:metrics', [], { ...place, ...remotePlatform, METRICS_PORT: metricsPort });
    const ended = once(npm, 'exit');
    expect(await waitForOutput(npm.stdout, /GraphQL API ready at/)).toBeDefined();

    const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    expect(metrics.status).toBe(200);
    expect(await metrics.text()).toContain('http_server_request_duration');
    npm.kill('SIGTERM');
    await ended;
  });

  it('releases the data folder during an import', async () => {
    // Standard input stays open, so the import waits for more lines.
    const npm = runScript('import', ['/dev/stdin', '--format', 'ndjson'], place);
    const ended = once(npm, 'exit');
    await vi.waitFor(() => expect(existsSync(join(place.DATA_DIR, 'holder.sock'))).toBe(true), timeLimit(60));
    npm.kill('SIGTERM');
    await ended;

    await expectReleased(place);
  });
});
