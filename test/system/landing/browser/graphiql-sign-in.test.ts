import { afterEach, describe, expect, it } from 'vitest';
import { clientToken, startClientLab } from '../../../clients/client-lab.ts';
import { chromiumPath } from '../../../support/browser.ts';
import { type GraphiqlPage, startGraphiqlBrowser } from '../../../http/graphql/graphiql-lab.ts';
import { useResource } from '../../../support/resource.ts';

/** The browser reports each response with status 401 as an error. */
const rejected = /status of 401/;

describe.runIf(chromiumPath !== undefined)('GraphiQL of a server that requires tokens', () => {
  let opened: GraphiqlPage;

  const lab = useResource(startClientLab);
  const browser = useResource(() => startGraphiqlBrowser(lab.origin));
  afterEach(() => opened.close([rejected]));

  const stored = () => opened.page.evaluate(() => JSON.stringify(Object.entries(localStorage)));

  const headers = () =>
    opened.page.getByRole('region', { name: 'Headers' }).locator('.view-lines').filter({ visible: true });

  /** Puts a valid token into the Headers tab. */
  async function insertToken(): Promise<string> {
    const { page } = opened;
    const token = await clientToken();
    await page.getByRole('region', { name: 'Sign in' }).getByRole('button', { name: 'Add the header' }).click();
    // The placeholder is selected.
    await headers()
      .locator('xpath=ancestor::*[contains(@class, "monaco-editor")][contains(@class, "focused")]')
      .waitFor();
    await page.keyboard.insertText(token);
    await expect.poll(() => headers().innerText()).toContain(token.slice(-20));
    return token;
  }

  it('says where to put the token, loads the schema with it, and does not store it', async () => {
    opened = await browser.open();
    const { page, run, openExample } = opened;
    const hint = page.getByRole('region', { name: 'Sign in' });
    expect(await hint.innerText()).toContain('{ "authorization": "Bearer <token>" }');
    const answer = JSON.parse(await run('FilteredPage'));
    expect(answer.errors[0].extensions.code).toBe('UNAUTHENTICATED');

    await openExample('Events', 'Events');
    await run('"operationName":"Events"');
    await page.locator('.graphiql-response .view-line').getByText('UNAUTHENTICATED').waitFor();

    await openExample('Filtered page', 'FilteredPage');
    const token = await insertToken();
    const loaded = page.waitForResponse((response) => response.request().postData()?.includes('__schema') === true);
    expect(JSON.parse(await run('FilteredPage'))).toMatchObject({ data: { signals: { totalCount: 0 } } });
    expect((await loaded).status()).toBe(200);
    await hint.waitFor({ state: 'detached' });

    // Examples open with the headers of the tab before.
    await openExample('Lookups', 'Lookups');
    expect(JSON.parse(await run('Lookups'))).toMatchObject({ data: { companies: { totalCount: 0 } } });
    await page.getByRole('button', { name: 'Show History' }).click();
    await page.locator('.graphiql-history-item').getByText('Lookups').first().waitFor();
    // GraphiQL writes with a delay of half a second.
    await page.waitForTimeout(1_000);
    expect(await stored()).not.toContain(token);
  });

  it('stores the token if the user chooses to, and removes it when the user changes the choice', async () => {
    opened = await browser.open();
    const { page, run, load } = opened;
    const choose = async (name: 'On' | 'Off') => {
      await page.getByRole('button', { name: 'Open settings dialog' }).click();
      const section = page.locator('.graphiql-dialog-section').filter({ hasText: 'Persist headers' });
      await section.getByRole('button', { name, exact: true }).click();
      await page.keyboard.press('Escape');
    };
    await choose('On');
    const token = await insertToken();
    const item = (key: string) => page.evaluate((name) => localStorage.getItem(name), key);
    // The history contains the headers that GraphiQL has taken over from the editor when the operation runs.
    for (const key of ['graphiql:headers', 'graphiql:tabState']) await expect.poll(() => item(key)).toContain(token);
    await run('FilteredPage');
    await expect.poll(() => item('graphiql:queries')).toContain(token);
    await load();
    await page.getByRole('button', { name: 'Headers' }).click();
    await expect.poll(() => headers().innerText()).toContain(token.slice(-20));

    await choose('Off');
    await expect.poll(stored).not.toContain(token);
  });
});
