import pino from 'pino';
import { type Browser, chromium, type Page } from 'playwright-core';
import { createApp } from '../../src/app/app.ts';
import { readConfig } from '../../src/app/config/config.ts';
import { listen } from '../../src/http/listen.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { type BenchCase, median } from './figure.ts';

const rounds = 5;

interface Device {
  name: string;
  /** By which factor the CPU is slowed down. */
  cpuSlowdown: number;
  /** Bits per second in both directions; unlimited when omitted. */
  bandwidth?: number;
  targetSeconds: number;
}

const devices: Device[] = [
  { name: 'on this machine', cpuSlowdown: 1, targetSeconds: 2 },
  { name: 'at a fourth of the CPU and 10 Mbit/s', cpuSlowdown: 4, bandwidth: 10_000_000, targetSeconds: 6 },
];

/** Time from opening GraphiQL with an empty cache until it takes input. Needs Chromium and two idle cores. */
export const explorer: BenchCase = {
  name: 'explorer',
  async measure() {
    const database = await openDatabase('memory');
    const app = await createApp(readConfig({ DATA_DIR: 'memory' }), { database, log: pino({ level: 'silent' }) });
    const listener = await listen(app.fetch, { host: '127.0.0.1', port: 0 });
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
    // The first request can build the files.
    await load(browser, `${listener.url}/graphql`, async () => {});
    const figures = [];
    for (const device of devices) {
      const times: number[] = [];
      let bytes = 0;
      for (let round = 0; round < rounds; round += 1) {
        const loaded = await load(browser, `${listener.url}/graphql`, (page) => slowDown(page, device));
        times.push(loaded.seconds);
        ({ bytes } = loaded);
      }
      const seconds = median(times);
      figures.push({
        name: `GraphiQL takes input ${device.name}`,
        value: `${seconds.toFixed(2)} s`,
        baseline: `${(bytes / 1e6).toFixed(2)} MB until then`,
        target: `under ${device.targetSeconds} s`,
        reached: seconds < device.targetSeconds,
      });
    }
    await browser.close();
    await listener.close();
    await app.close();
    await database.close();
    return figures;
  },
};

async function slowDown(page: Page, { cpuSlowdown, bandwidth }: Device): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await session.send('Network.enable');
  const throughput = bandwidth === undefined ? -1 : bandwidth / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: bandwidth === undefined ? 0 : 20,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
}

/** Opens the page in a new profile, and types a word into the operation. */
async function load(browser: Browser, url: string, prepare: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const page = await context.newPage();
  await prepare(page);
  const begun = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator('.graphiql-query-editor .view-line').first().click();
  await page.keyboard.type('typed');
  await page.locator('.graphiql-query-editor .view-line').filter({ hasText: 'typed' }).waitFor();
  const seconds = (performance.now() - begun) / 1000;
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .reduce((sum, entry) => sum + ('transferSize' in entry ? Number(entry.transferSize) : 0), 0),
  );
  await context.close();
  return { seconds, bytes };
}
