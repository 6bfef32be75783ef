import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';

export async function startGraphiqlBrowser(origin: string) {
  const browser = await launchBrowser();
  return {
    /** Opens GraphiQL in a profile of its own. */
    async open() {
      const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
      const opened = graphiqlPage(await context.newPage(), origin);
      await opened.load();
      return opened;
    },
    close: () => browser.close(),
  };
}

function graphiqlPage(page: Page, origin: string) {
  const faults: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.origin !== origin) faults.push(`request to ${request.url()}`);
  });
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  const examples = page.getByRole('region', { name: 'Examples', exact: true });
  const isSent = (request: Request, part: string) =>
    request.headers()['x-explain'] === undefined &&
    // The browser does not report the body of a multipart request.
    (request.postData() ?? request.headers()['content-type'] ?? '').includes(part);

  /** Presses `button`, by default the play button. Returns the request that contains `part`. */
  async function send(part: string, button: { click(): Promise<void> } = page.locator('.graphiql-execute-button')) {
    const sent = page.waitForRequest((request) => isSent(request, part));
    await button.click();
    return sent;
  }

  return {
    page,
    examples,
    trace: page.getByRole('region', { name: 'Tool calls' }),
    response: page.locator('.graphiql-response .view-line'),
    titles: () => page.locator('.graphiql-tab-button').allInnerTexts(),
    async load(url = `${origin}/graphql`) {
      const introspected = page.waitForResponse((response) => response.request().method() === 'POST');
      await page.goto(url);
      await introspected;
      await page.locator('.graphiql-query-editor .view-lines').waitFor();
    },
    /** Opens an example and waits until GraphiQL has detected its operation, which then can run. */
    async openExample(title: string, operationName: string) {
      await examples.getByRole('button', { name: new RegExp(`^${title}`) }).click();
      await page.waitForFunction((name) => {
        const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState') ?? '{}');
        return tabs?.[activeTabIndex]?.operationName === name;
      }, operationName);
    },
    send,
    /** Like `send`, and returns the response. */
    async run(part: string, button?: { click(): Promise<void> }) {
      const response = await (await send(part, button)).response();
      return JSON.parse((await response?.text()) ?? '');
    },
    /** Closes the profile. The page must have called no other server, and reported only the expected faults. */
    async close(expected?: RegExp) {
      await page.context().close();
      expect(faults.filter((fault) => !expected?.test(fault))).toEqual([]);
    },
  };
}
