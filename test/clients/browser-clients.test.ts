import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BreakableProxy, startBreakableProxy } from '../support/network/breakable-proxy.ts';
import type { Loopback } from '../support/network/loopback-server.ts';
import { type ClientLab, clientToken, expiresSoon, startClientLab } from './client-lab.ts';
import { servePages } from './pages/serve-pages.ts';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

describe.runIf(executablePath !== undefined)('in a browser', () => {
  let pages: Loopback;
  let lab: ClientLab;
  let proxy: BreakableProxy;
  let browser: Browser;

  beforeAll(async () => {
    pages = await servePages('apollo-page', 'urql-page');
    lab = await startClientLab({ CORS_ORIGINS: pages.url });
    proxy = await startBreakableProxy(new URL(lab.origin).port);
    browser = await chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--no-sandbox', '--disable-background-networking'],
    });
  });
  afterAll(async () => {
    await browser.close();
    await proxy.close();
    await lab.close();
    await pages.close();
  });

  /** Opens a page; what it reports is added to `shown`. */
  async function open(name: string, token = () => clientToken()): Promise<{ page: Page; shown: string[] }> {
    const shown: string[] = [];
    const page = await browser.newPage();
    await page.clock.install();
    page.on('pageerror', ({ message }) => shown.push(message));
    await page.exposeFunction('graphToken', token);
    await page.exposeFunction('report', (entry: string) => void shown.push(entry));
    await page.addInitScript(`globalThis.graphUrl = '${proxy.url}/graphql'`);
    await page.goto(`${pages.url}/${name}`);
    return { page, shown };
  }

  const clients = [
    { name: 'Apollo Client over WebSocket', page: 'apollo-page' },
    { name: 'urql over SSE', page: 'urql-page' },
  ];

  it('clients show each event once, including those that occurred while they were disconnected', async () => {
    const opened = await Promise.all(clients.map(({ page }) => open(page)));
    await lab.whenSubscribed(clients.length);
    const show = (...titles: string[]) =>
      vi.waitFor(() => expect(opened.map(({ shown }) => shown)).toEqual(clients.map(() => titles)), 10_000);

    await lab.upload('First');
    await show('First');
    proxy.breakConnections();
    await lab.upload('While disconnected');
    await lab.whenProcessed();
    proxy.restore();
    await show('First', 'While disconnected');
    await lab.upload('Last');
    await show('First', 'While disconnected', 'Last');

    proxy.freezeConnections();
    await lab.upload('While asleep');
    await lab.whenProcessed();
    for (const { page } of opened) await page.clock.fastForward(11_000);
    for (const { page } of opened) await page.clock.fastForward(30_000);
    await show('First', 'While disconnected', 'Last', 'While asleep');
  });

  it('clients show that their token has expired, after they asked for new ones', async () => {
    const tokens = clients.map(() => vi.fn<() => Promise<string>>(() => clientToken(expiresSoon)));
    const opened = await Promise.all(clients.map(({ page }, index) => open(page, tokens[index])));
    await vi.waitFor(
      () => expect(opened.map(({ shown }) => shown)).toEqual([['UNAUTHENTICATED'], ['UNAUTHENTICATED']]),
      20_000,
    );
    for (const token of tokens) expect(token).toHaveBeenCalledTimes(3);
  });
});
