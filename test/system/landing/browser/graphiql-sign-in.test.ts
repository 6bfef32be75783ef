import { describe, expect, it } from 'vitest';
import { clientToken, startClientLab } from '../../../clients/client-lab.ts';
import { chromiumPath } from '../../../support/browser.ts';
import { startGraphiqlBrowser } from '../../../http/graphql/graphiql-lab.ts';
import { useResource } from '../../../support/resource.ts';

describe.runIf(chromiumPath !== undefined)('GraphiQL of a server that requires tokens', () => {
  const lab = useResource(startClientLab);
  const browser = useResource(() => startGraphiqlBrowser(lab.origin));

  it('says where to put the token, loads the schema with it, and does not store it', async () => {
    const { page, run, send, openExample, response, close } = await browser.open();
    const hint = page.getByRole('region', { name: 'Sign in' });
    expect(await hint.innerText()).toContain('{ "authorization": "Bearer <token>" }');
    expect((await run('FilteredPage')).errors[0].extensions.code).toBe('UNAUTHENTICATED');
    await openExample('Events', 'Events');
    await send('"operationName":"Events"');
    await response.getByText('UNAUTHENTICATED').waitFor();

    await openExample('Filtered page', 'FilteredPage');
    await hint.getByRole('button', { name: 'Add the header' }).click();
    const headers = page.getByRole('region', { name: 'Headers' }).locator('.view-lines').filter({ visible: true });
    const editor = headers.locator('xpath=ancestor::*[contains(@class, "monaco-editor")]');
    // The button has focused the editor and selected the placeholder, which the token replaces.
    await editor.and(page.locator('.focused')).waitFor();
    const token = await clientToken();
    await page.keyboard.insertText(token);
    await expect.poll(() => headers.innerText()).toContain(token.slice(-20));
    const loaded = page.waitForResponse((answer) => answer.request().postData()?.includes('__schema') === true);
    expect(await run('FilteredPage')).toMatchObject({ data: { signals: { totalCount: 0 } } });
    expect((await loaded).status()).toBe(200);
    await hint.waitFor({ state: 'detached' });

    // The tab of an example takes over the headers of the previous tab.
    await openExample('Lookups', 'Lookups');
    expect(await run('Lookups')).toMatchObject({ data: { companies: { totalCount: 0 } } });
    // GraphiQL stores its tabs in order, with a delay: when `Lookups` is stored, all tabs are.
    const stored = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
    await expect.poll(stored).toContain('query Lookups');
    expect(await stored()).not.toContain(token);
    // The browser reports each response with status 401 as an error.
    await close(/status of 401/);
  });
});
