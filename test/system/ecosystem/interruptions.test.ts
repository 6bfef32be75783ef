import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBreakableProxy } from '../../support/network/breakable-proxy.ts';
import { chromiumPath, launchBrowser } from '../../support/browser.ts';
import { clientToken, expiresSoon, startClientLab } from '../../clients/client-lab.ts';
import { useResource } from '../../support/resource.ts';
import { timeLimit } from '../../support/time-limit.ts';
import { serveApps } from './serve-apps.ts';

describe.runIf(chromiumPath !== undefined)('in a browser', { timeout: timeLimit(60) }, () => {
  /** `apollo` and `relay` subscribe over WebSocket, `urql` and `graphql-request` over SSE. */
  const apps = ['apollo', 'urql', 'relay', 'graphql-request'];
  const pages = useResource(() => serveApps(...apps));
  const lab = useResource(() => startClientLab({ CORS_ORIGINS: pages.url }));
  const proxy = useResource(() => startBreakableProxy(new URL(lab.origin).port));
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  /** Opens the page of an app and signs in. */
  async function open(name: string, token = () => clientToken()): Promise<Page> {
    const page = await browser.newPage();
    await page.clock.install();
    await page.exposeFunction('graphToken', token);
    await page.addInitScript(`globalThis.graphUrl = '${proxy.url}/graphql'`);
    await page.goto(`${pages.url}/${name}`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    return page;
  }

  it('clients show each event once, including those that occurred while they were disconnected', async () => {
    const opened = await Promise.all(apps.map((app) => open(app)));
    await lab.whenSubscribed(apps.length);
    const show = (...titles: string[]) =>
      vi.waitFor(
        async () => expect(await Promise.all(opened.map(shownEvents))).toEqual(apps.map(() => titles)),
        timeLimit(20),
      );

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
    for (const page of opened) await page.clock.fastForward(11_000);
    for (const page of opened) await page.clock.fastForward(30_000);
    await show('First', 'While disconnected', 'Last', 'While asleep');
  });

  it('clients show that their token has expired, after they asked for new ones', async () => {
    const tokens = apps.map(() => vi.fn<() => Promise<string>>(() => clientToken(expiresSoon)));
    const opened = await Promise.all(apps.map((app, index) => open(app, tokens[index])));
    const alerts = opened.map((page) => page.getByRole('alert').textContent());
    expect(await Promise.all(alerts)).toEqual(apps.map(() => 'UNAUTHENTICATED'));
    // Each app asks for a token before two queries and three attempts to subscribe.
    await vi.waitFor(() => tokens.map((token) => expect(token).toHaveBeenCalledTimes(5)), timeLimit(20));
  });
});

const shownEvents = (page: Page) =>
  page.getByRole('region', { name: 'Events' }).getByRole('listitem').allTextContents();
