import type { BrowserContext, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { openMemoryDatabase } from '../../support/database/memory-database.ts';
import { serveApp } from '../../support/network/serve-app.ts';
import { startApp } from '../../support/network/start-app.ts';

/** Starts the program with demo data, and a browser. */
export async function startGraphiqlLab() {
  const database = await openMemoryDatabase();
  const served = await serveApp(await startApp({}, { database }));
  const browser = await startGraphiqlBrowser(served.url);
  return {
    origin: served.url,
    open: browser.open,
    async close() {
      await browser.close();
      await served.close();
      await database.close();
    },
  };
}

export async function startGraphiqlBrowser(origin: string) {
  const browser = await launchBrowser();
  return {
    /** Opens GraphiQL in a profile of its own. */
    async open(prepare: (context: BrowserContext) => Promise<unknown> = async () => {}): Promise<GraphiqlPage> {
      const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
      await prepare(context);
      const opened = graphiqlPage(await context.newPage(), origin);
      await opened.load();
      return opened;
    },
    close: () => browser.close(),
  };
}

export type GraphiqlBrowser = Awaited<ReturnType<typeof startGraphiqlBrowser>>;
export type GraphiqlLab = Awaited<ReturnType<typeof startGraphiqlLab>>;
export type GraphiqlPage = ReturnType<typeof graphiqlPage>;

/** Whether a request asks what the operation would cost. */
export const isEstimate = (request: Request) => request.headers()['x-explain'] !== undefined;

function graphiqlPage(page: Page, origin: string) {
  const outside: string[] = [];
  const faults: string[] = [];
  page.setDefaultTimeout(25_000);
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.origin !== origin) outside.push(request.url());
  });
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  const examples = page.getByRole('region', { name: 'Examples', exact: true });

  return {
    page,
    examples,
    trace: page.getByRole('region', { name: 'Tool calls' }),
    titles: () => page.locator('.graphiql-tab-button').allInnerTexts(),
    async load(url = `${origin}/graphql`) {
      const introspected = page.waitForResponse((response) => response.request().method() === 'POST');
      await page.goto(url);
      await introspected;
      await page.locator('.graphiql-query-editor .view-lines').waitFor();
    },
    /** GraphiQL detects the operation of a tab shortly after it shows the tab; only then can it run. */
    async openExample(title: string, operationName: string) {
      await examples.getByRole('button', { name: new RegExp(`^${title}`) }).click();
      await page.waitForFunction((name) => {
        const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState') ?? '{}');
        return tabs?.[activeTabIndex]?.operationName === name;
      }, operationName);
    },
    /**
     * Presses the play button, or what is given instead, and returns the text of the response.
     * @param sent a part of the body; the browser does not report the body of a multipart request
     */
    async run(sent: string, button: { click(): Promise<void> } = page.locator('.graphiql-execute-button')) {
      const asked = page.waitForRequest((request) =>
        sent === 'multipart'
          ? request.headers()['content-type']?.startsWith('multipart/form-data') === true
          : !isEstimate(request) && request.postData()?.includes(sent) === true,
      );
      await button.click();
      const response = await (await asked).response();
      return (await response?.text()) ?? '';
    },
    /** Closes the profile. The page must have called no other server, and reported only the expected faults. */
    async close(expected: RegExp[] = []) {
      await page.context().close();
      const unexpected = faults.filter((fault) => !expected.some((pattern) => pattern.test(fault)));
      expect({ outside, faults: unexpected }).toEqual({ outside: [], faults: [] });
    },
  };
}
