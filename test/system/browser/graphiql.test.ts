import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { readExamples } from '../../../src/http/graphql/graphiql/examples.ts';
import { startGraphiqlBrowser } from '../../http/graphql/graphiql-lab.ts';
import { chromiumPath } from '../../support/browser.ts';
import { openMemoryDatabase } from '../../support/database/memory-database.ts';
import { uploadForm } from '../../support/graph/upload-form.ts';
import { serveApp } from '../../support/network/serve-app.ts';
import { startApp } from '../../support/network/start-app.ts';
import { useClosing, useResource } from '../../support/resource.ts';

describe.runIf(chromiumPath !== undefined)('GraphiQL in a browser', () => {
  const database = useResource(openMemoryDatabase);
  const served = useResource(async () => serveApp(await startApp({}, { database })));
  const browser = useResource(() => startGraphiqlBrowser(served.url));
  const closing = useClosing();

  // This test must run before the others, because its first operation must find no cached results.
  it('runs the first example, and shows its tool calls in rounds', async () => {
    const { page, examples, titles, trace, run, openExample } = closing(await browser.open());
    expect(await page.title()).toBe('Talent and conversations');
    expect(await titles()).toEqual(['FilteredPage']);
    expect(await examples.getByRole('button').locator('strong').allInnerTexts()).toEqual(
      readExamples().flatMap((group) => group.examples.map(({ title }) => title)),
    );

    const status = trace.getByRole('status');
    expect(await status.innerText()).toBe('Run an operation to see its tool calls, time and cost.');
    const rows = async () =>
      (await trace.getByRole('row').allInnerTexts()).map((text) =>
        text.replaceAll(/\s+/g, ' ').replaceAll(/[\d.]+ ms/g, '# ms'),
      );
    expect((await run('FilteredPage')).data.signals.nodes).toHaveLength(10);
    await status.getByText(/^Cost \d+: 140 for 14 calls \+ \d+ objects · estimated \d+ · 3 rounds · \d+ ms$/).waitFor();
    const collapsed = [
      'Round Result Tool Time Cost Objects',
      '1 ● called signals_list # ms 10 1',
      '2 ● called signals_entries ×10 # ms 100 10',
      expect.stringMatching(/^2 ● called companies_list # ms 10 \d+$/),
      expect.stringMatching(/^2 ● called educations_list # ms 10 \d+$/),
      expect.stringMatching(/^3 ● called lists_list # ms 10 \d+$/),
    ];
    expect(await rows()).toEqual(collapsed);
    await trace.getByRole('button', { name: '10 calls of signals_entries' }).press('Enter');
    const calls = Array.from({ length: 10 }, () => '2 ● called signals_entries # ms 10 1');
    expect(await rows()).toEqual([...collapsed.slice(0, 3), ...calls, ...collapsed.slice(3)]);

    await openExample('Filtered page', 'FilteredPage');
    await run('FilteredPage', { click: () => page.keyboard.press('Control+Enter') });
    await status.getByText('2 saved').waitFor();
    await openExample('Entity references', 'EntityReferences');
    await run('EntityReferences');
    await status.getByText('1 failed').waitFor();
    expect(await rows()).toContain('1 ✕ failed NOT_FOUND signals_get # ms 10 1');
  });

  it('documents the schema, and estimates, formats and completes what a user types', async () => {
    const { page, openExample } = closing(await browser.open());
    const estimate = page.locator('.estimate');
    await openExample('Progress', 'Progress');
    await expect.poll(() => estimate.innerText()).toBe('Estimated cost 52 of 7,000 · 5 calls');
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page.getByRole('link', { name: 'ActionItem', exact: true }).click();
    await page.getByRole('link', { name: 'Go back to Docs' }).waitFor();

    await page.getByRole('button', { name: 'New tab' }).click();
    const editor = page.locator('.graphiql-query-editor');
    await editor.locator('.monaco-editor').first().click();
    const nested = 'signals(first: 100) { nodes { lists { entries(first: 100) { nodes { signal { id } } } } } }';
    await page.keyboard.insertText(`query Large { ${nested} lists { name } }`);
    await expect.poll(() => estimate.innerText()).toContain('rejected: COST_ESTIMATED_TOO_EXPENSIVE · first: ');
    await page.getByRole('button', { name: /^Prettify query/ }).click();
    await editor.locator('.view-line', { hasText: /^\s+name$/ }).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' isP');
    await page.locator('.suggest-widget').getByText('isPrivate').first().waitFor();
    await page.keyboard.insertText(' {');
    await estimate.waitFor({ state: 'detached' });
  });

  it('copies the operation as a curl command, and as a link that opens it', async () => {
    const { page, openExample, titles, load } = closing(await browser.open());
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openExample('Inbox', 'Inbox');
    const copied = async (item: string) => {
      await page.getByRole('button', { name: 'Share the operation' }).click();
      await page.getByRole('menuitem', { name: `Copy ${item}` }).click();
      await page.getByRole('status').getByText(`Copied the ${item}.`).waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    expect(await copied('curl command')).toMatch(/^curl 'http.*query Inbox/s);

    await load((await copied('link')).replace('sch_unreviewed', 'sch_climate_europe'));
    expect(page.url()).toBe(`${served.url}/graphql`);
    expect(await titles()).toEqual(['FilteredPage', 'Inbox', 'Inbox']);
    await page.locator('.graphiql-editor-tool').getByText('sch_climate_europe').waitFor();
    // A link never runs its operation.
    await page.getByText('Run an operation to see').waitFor();
    await page.waitForFunction(() => localStorage.getItem('graphiql:tabState')?.includes('sch_climate_europe'));
    await load();
    expect(await titles()).toEqual(['FilteredPage', 'Inbox', 'Inbox']);
  });

  it('uploads a file, follows it, and shows events until they are stopped', async () => {
    const { page, run, send, openExample, response } = closing(await browser.open());
    await openExample('Upload', 'Upload');
    const files = page.getByRole('region', { name: 'Files to upload' });
    await files.getByRole('button', { name: 'Use a sample transcript' }).click();
    const { data } = await run('multipart/form-data');
    expect(data.uploadActivity.__typename).toBe('UploadActivitySuccess');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(axe.source);
      const serious = await page.evaluate(`axe
        .run([...document.querySelectorAll('.examples, .estimate, .graphiql-footer')])
        .then(({ violations }) => violations.filter(({ impact }) => /serious|critical/.test(impact)))`);
      expect(serious).toEqual([]);
    }

    // The next example uses the id of the uploaded activity, and sends no file.
    await openExample('Progress', 'Progress');
    await expect.poll(() => files.count()).toBe(0);
    await send(data.uploadActivity.activity.id);
    await response.getByText('"title": "Quarterly review"').waitFor();
    await page.getByRole('button', { name: 'Execute query' }).waitFor();

    await openExample('Events', 'Events');
    const request = await send('"operationName":"Events"');
    expect((await request.response())?.headers()['content-type']).toContain('text/event-stream');
    const headers = { 'x-graphql-yoga-csrf': '1' };
    const body = uploadForm({ title: 'Live call', hostUserEmail: 'robin.sample@example.com' });
    await fetch(`${served.url}/graphql`, { method: 'POST', headers, body });
    await response.getByText('Live call').waitFor();
    const ended = page.waitForEvent('requestfailed', (failed) => failed === request);
    await page.getByLabel('Stop query').click();
    await ended;
  });

  it('fits narrow screens', async () => {
    const { page, run } = closing(await browser.open());
    await page.setViewportSize({ width: 390, height: 844 });
    await run('FilteredPage');
    await page.locator('.trace-table').waitFor();
    const boxOf = (selector: string) =>
      page.locator(selector).evaluate((element) => element.getBoundingClientRect().toJSON());
    await expect.poll(async () => (await boxOf('.graphiql-response')).top).toBeLessThan(200);
    expect((await boxOf('.graphiql-response')).top).toBeGreaterThanOrEqual((await boxOf('.graphiql-editors')).bottom);
    for (const part of ['.graphiql-execute-button', '.graphiql-response', '.trace-table', 'html'])
      expect((await boxOf(part)).right).toBeLessThanOrEqual(390);
  });
});
