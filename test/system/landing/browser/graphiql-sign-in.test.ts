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
    // GraphiQL stores its tabs with a delay.
    await expect.poll(stored).toContain('query Lookups');
    expect(await stored()).not.toContain(token);
  });
});
