import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../../support/browser.ts';
import { isEstimate, startGraphiqlLab } from '../../http/graphql/graphiql-lab.ts';
import { useResource, useClosing } from '../../support/resource.ts';
import { uploadForm } from '../../support/graph/upload-form.ts';

describe.runIf(chromiumPath !== undefined)('GraphiQL in a browser', () => {
  const lab = useResource(startGraphiqlLab);
  const closing = useClosing();

  it('shows the query of the first example on a laptop, and variables only of examples that have some', async () => {
    const { page, openExample } = closing(await lab.open());
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.locator('.graphiql-query-editor .view-line', { hasText: 'totalCount' }).waitFor();
    await page.getByRole('button', { name: 'Show editor tools' }).waitFor();
    await openExample('Inbox', 'Inbox');
    await page.getByRole('button', { name: 'Hide editor tools' }).waitFor();
    const variables = page.locator('.graphiql-editor-tool .view-line', { hasText: 'sch_unreviewed' });
    await variables.waitFor();
    expect(await variables.count()).toBe(1);
  });

  // The first test that runs an operation, because its first run must find no cached results.
  it('shows the tool calls of the response in rounds, with equal calls collapsed', async () => {
    const { page, trace, run, openExample } = closing(await lab.open());
    const status = trace.getByRole('status');
    const rows = async () =>
      (await trace.getByRole('row').allInnerTexts()).map((text) =>
        text
          .trim()
          .replaceAll(/\s+/g, ' ')
          .replaceAll(/[\d.]+ ms/g, '# ms'),
      );
    expect(await status.innerText()).toBe('Run an operation to see its tool calls, time and cost.');

    const firstPage = JSON.parse(await run('FilteredPage'));
    await status.getByText('14 calls').waitFor();
    expect(firstPage.data.signals.nodes).toHaveLength(10);
    const { requestedQueryCost, actualQueryCost } = firstPage.extensions.cost;
    expect((await status.innerText()).replace(/\d+ ms/, '# ms')).toBe(
      `Cost ${actualQueryCost}: 140 for 14 calls + ${actualQueryCost - 140} objects` +
        ` · estimated ${requestedQueryCost} · 3 rounds · # ms`,
    );
    const collapsed = [
      'Round Result Tool Time Cost Objects',
      '1 ● called signals_list # ms 10 1',
      '2 ● called signals_entries ×10 # ms 100 10',
      expect.stringMatching(/^2 ● called companies_list # ms 10 \d+$/),
      expect.stringMatching(/^2 ● called educations_list # ms 10 \d+$/),
      expect.stringMatching(/^3 ● called lists_list # ms 10 \d+$/),
    ];
    expect(await rows()).toEqual(collapsed);
    const footer = page.locator('.graphiql-footer');
    const hasHiddenPart = () => footer.evaluate((element) => element.scrollWidth > element.clientWidth);
    expect(await hasHiddenPart()).toBe(false);

    // By keyboard: the calls of a group, and the whole panel.
    await trace.getByRole('button', { name: '10 calls of signals_entries' }).press('Enter');
    expect(await rows()).toEqual([
      ...collapsed.slice(0, 3),
      ...Array.from({ length: 10 }, () => 'signals_entries # ms 1'),
      ...collapsed.slice(3),
    ]);
    await trace.getByRole('button', { name: 'Tool calls', expanded: true }).press('Enter');
    expect(await rows()).toEqual([]);
    await trace.getByRole('button', { name: 'Tool calls', expanded: false }).press('Enter');

    // Cached results of the first run, and a failed call.
    await run('FilteredPage');
    await status.getByText('2 saved').waitFor();
    expect((await rows()).filter((row) => row.includes('○ cached'))).toHaveLength(2);
    await openExample('Entity references', 'EntityReferences');
    await run('EntityReferences');
    await status.getByText('1 failed').waitFor();
    expect((await rows()).filter((row) => row.includes('✕ failed'))).toEqual([
      '1 ✕ failed NOT_FOUND signals_get # ms 10 1',
    ]);
    expect(await hasHiddenPart()).toBe(false);
    expect(await page.locator('.failed .bar').count()).toBe(1);
  });

  it('uploads a file, and a sample', async () => {
    const { page, run, openExample } = closing(await lab.open());
    await openExample('Upload', 'Upload');
    const files = page.getByRole('region', { name: 'Files to upload' });
    await files.getByRole('button', { name: 'Use a sample transcript' }).click();
    const sample = JSON.parse(await run('multipart'));
    expect(sample.data.uploadActivity.__typename).toBe('UploadActivitySuccess');
    expect(sample.extensions.toolCalls).toMatchObject([{ tool: 'activity_upload', source: 'CALLED' }]);

    const buffer = Buffer.from('This is no transcript.');
    await files
      .getByLabel('File for $input.recording')
      .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer });
    const rejected = JSON.parse(await run('multipart'));
    expect(rejected.data.uploadActivity).toMatchObject({
      __typename: 'InvalidInputProblem',
      issues: [{ path: ['input', 'recording'] }],
    });

    // The example takes over the id of the upload.
    const { id } = sample.data.uploadActivity.activity;
    await openExample('Progress', 'Progress');
    await page.locator('.graphiql-editor-tool').getByText(id).waitFor();
    await page.locator('.graphiql-execute-button').click();
    const shown = page.locator('.graphiql-response .view-line');
    await shown.getByText('"title": "Quarterly review"').waitFor();
    // While the subscription is open, the button would stop it.
    await page.getByRole('button', { name: 'Execute query' }).waitFor();

    // The next operation sends no file.
    await openExample('Topics', 'Topics');
    await expect.poll(() => files.count()).toBe(0);
    expect(JSON.parse(await run('"operationName":"Topics"')).errors).toBeUndefined();
  });

  it('shows events as they occur, until the stop button is pressed', async () => {
    const { page, trace, openExample } = closing(await lab.open());
    await openExample('Events', 'Events');
    const asked = page.waitForRequest(
      (request) => !isEstimate(request) && request.postData()?.includes('"operationName":"Events"') === true,
    );
    await page.locator('.graphiql-execute-button').click();
    const request = await asked;
    expect((await request.response())?.headers()['content-type']).toContain('text/event-stream');

    await upload(lab.origin, 'Live call');
    const shown = page.locator('.graphiql-response .view-line');
    await shown.getByText('CONVERSATION_PROCESSED').waitFor();
    await shown.getByText('Live call').waitFor();
    await trace.getByRole('row', { name: 'activities_list' }).waitFor();

    const ended = page.waitForEvent('requestfailed', (failed) => failed === request);
    await page.getByLabel('Stop query').click();
    await ended;

    await openExample('Progress', 'Progress');
    await page.locator('.graphiql-execute-button').click();
    await shown.getByText('"processing": null').waitFor();
    await page.getByLabel('Execute query').waitFor();
  });

  it('formats the operation, and completes fields', async () => {
    const { page } = closing(await lab.open());
    await page.getByRole('button', { name: 'New tab' }).click();
    const editor = page.locator('.graphiql-query-editor');
    await editor.locator('.monaco-editor').first().click();
    await page.keyboard.insertText('query Mine{lists{name}}');
    await page.getByRole('button', { name: /^Prettify query/ }).click();
    const lines = async () =>
      (await editor.locator('.view-line').allInnerTexts()).map((line) => line.replaceAll('\u00a0', ' ').trim());
    await expect.poll(lines).toEqual(['query Mine {', 'lists {', 'name', '}', '}', '']);
    await editor.locator('.view-line').getByText('name').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' isP');
    await page.locator('.suggest-widget').getByText('isPrivate').first().waitFor();
  });

  it('opens with unreadable stored tabs', async () => {
    const page = await lab.open((context) =>
      context.addInitScript(() => localStorage.setItem('graphiql:tabState', '{"tabs":')),
    );
    expect(await closing(page).titles()).toEqual(['FilteredPage']);
  });
});

/** Uploads a transcript as a program does. */
async function upload(origin: string, title: string): Promise<void> {
  const headers = { 'x-graphql-yoga-csrf': '1' };
  const body = uploadForm({ title, hostUserEmail: 'robin.sample@example.com' });
  const response = await fetch(`${origin}/graphql`, { method: 'POST', headers, body });
  expect(await response.json()).toMatchObject({ data: { uploadActivity: { __typename: 'UploadActivitySuccess' } } });
}
