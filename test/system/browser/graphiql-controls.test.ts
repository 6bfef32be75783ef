import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import axe from 'axe-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readExamples } from '../../../src/http/graphql/graphiql/examples.ts';
import { chromiumPath } from '../../support/browser.ts';
import { startGraphiqlLab } from '../../http/graphql/graphiql-lab.ts';
import { useResource } from '../../support/resource.ts';

describe.runIf(chromiumPath !== undefined)('a page of GraphiQL', () => {
  const lab = useResource(startGraphiqlLab);
  /** Shared by the tests that leave no state behind. */
  const shared = useResource(() => lab.open());

  it('opens with the first example and lists the others by task', async () => {
    const { page, examples, titles, openExample, run } = shared;

    expect(await page.title()).toBe('Talent and conversations');
    expect(await titles()).toEqual(['FilteredPage']);
    expect(await examples.getByRole('heading').allInnerTexts()).toEqual([
      'Examples',
      'Find people',
      'Lists and saved searches',
      'Screen signals',
      'Read conversations',
      'Upload a recording',
      'Follow events',
      'Join a supergraph',
      'Screens',
    ]);
    expect(await examples.getByRole('button').locator('strong').allInnerTexts()).toEqual(
      readExamples().flatMap((group) => group.examples.map(({ title }) => title)),
    );

    // Every control has a name for screen readers.
    const nameless = page.locator('button:not([aria-label]):not([title]), a, input').filter({ hasNotText: /\S/ });
    expect(await nameless.evaluateAll((found) => found.map((element) => element.outerHTML))).toEqual([]);

    await openExample('Entity references', 'EntityReferences');
    const references = JSON.parse(await run('EntityReferences'));
    expect(references.errors).toBeUndefined();
    expect(references.data._entities).toHaveLength(6);
    await openExample('Filtered page', 'FilteredPage');
    expect(await titles()).toEqual(['FilteredPage', 'EntityReferences']);
  });

  it('focuses the operation of a chosen example, so that Ctrl-Enter runs it, and wraps its lines', async () => {
    const { page, openExample, run } = shared;
    await openExample('One person', 'OnePerson');
    const text = page.locator('.graphiql-query-editor .view-lines');
    await expect.poll(() => text.innerText()).toContain('matched');
    const { right, hidden } = await text.evaluate((element) => ({
      right: Math.max(...[...element.querySelectorAll('span')].map((span) => span.getBoundingClientRect().right)),
      hidden: element.closest('.overflow-guard')?.getBoundingClientRect().right ?? 0,
    }));
    expect(right).toBeLessThanOrEqual(hidden);

    const sent = await run('OnePerson', { click: () => page.keyboard.press('Control+Enter') });
    expect(JSON.parse(sent).data.signal.samePersonSignals).toHaveLength(4);
    await openExample('Filtered page', 'FilteredPage');
    expect(
      JSON.parse(await run('FilteredPage', { click: () => page.keyboard.press('Control+Enter') })).data.signals.nodes,
    ).toHaveLength(10);
  });

  it('shows the estimated cost and calls before the operation runs', async () => {
    const { page, openExample } = shared;
    const estimate = page.locator('.estimate');
    await openExample('Sorted list', 'SortedList');
    await expect.poll(() => estimate.innerText()).toMatch(/^Estimated cost \d+ of 7,000 · 2 calls$/);
    await openExample('Progress', 'Progress');
    await expect.poll(() => estimate.innerText()).toBe('Estimated cost 52 of 7,000 · 5 calls');

    await page.getByRole('button', { name: 'New tab' }).click();
    await page.locator('.graphiql-query-editor .monaco-editor').first().click();
    const nested = 'signals(first: 100) { nodes { lists { entries(first: 100) { nodes { signal { id } } } } } }';
    await page.keyboard.insertText(`query Large { ${nested} }`);
    await expect.poll(() => estimate.innerText()).toContain('rejected: COST_ESTIMATED_TOO_EXPENSIVE · first: ');
    await page.keyboard.insertText(' is not valid');
    await estimate.waitFor({ state: 'detached' });
    await openExample('Filtered page', 'FilteredPage');
  });

  it('copies a link that opens the operation, and code that runs it', async () => {
    const { page, openExample, titles } = shared;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openExample('Inbox', 'Inbox');
    const copied = async (item: string) => {
      await page.getByRole('button', { name: 'Share the operation' }).click();
      await page.getByRole('menuitem', { name: `Copy ${item}` }).click();
      await page.getByRole('status').getByText(`Copied the ${item}.`).waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const link = await copied('link');
    const { stdout } = await promisify(execFile)('bash', ['-c', await copied('curl command')]);
    expect(JSON.parse(stdout).data.savedSearch.newSignals.facets).toBeDefined();
    await openExample('Filtered page', 'FilteredPage');

    const before = await titles();
    const changed = link.replace('sch_unreviewed', 'sch_climate_europe');
    await shared.load(changed);
    expect(page.url()).toBe(`${lab.origin}/graphql`);
    expect(await titles()).toEqual([...before, 'Inbox']);
    await page.locator('.graphiql-editor-tool').getByText('sch_climate_europe').waitFor();
    // A link never runs its operation.
    await page.getByText('Run an operation to see').waitFor();
    // GraphiQL stores tabs with a delay of half a second.
    await page.waitForFunction(() => localStorage.getItem('graphiql:tabState')?.includes('sch_climate_europe'));
    await shared.load();
    expect(await titles()).toEqual([...before, 'Inbox']);
    await openExample('Filtered page', 'FilteredPage');
  });

  it.each([
    [1440, 900, false],
    [1024, 900, true],
    [390, 844, true],
  ])('shows the run button at a width of %i, and the response where it fits', async (width, height, isStacked) => {
    const { page } = shared;
    onTestFinished(() => page.setViewportSize({ width: 1400, height: 900 }));
    await page.setViewportSize({ width, height });
    const boxOf = (selector: string) =>
      page.locator(selector).evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return { left, right, top, bottom };
      });
    const stacked = async () => (await boxOf('.graphiql-response')).top >= (await boxOf('.graphiql-editors')).bottom;
    await expect.poll(stacked).toBe(isStacked);

    const button = await boxOf('.graphiql-execute-button');
    expect(button.left).toBeGreaterThanOrEqual(0);
    expect(button.right).toBeLessThanOrEqual(width);
    expect(button.bottom).toBeLessThanOrEqual(height);
    expect((await boxOf('.graphiql-response')).right).toBeLessThanOrEqual(width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });

  it('shows the response on a small screen, and scrolls all panes together', async () => {
    const { page, openExample, run } = shared;
    onTestFinished(() => page.setViewportSize({ width: 1400, height: 900 }));
    await page.setViewportSize({ width: 390, height: 844 });
    await openExample('Filtered page', 'FilteredPage');
    await run('FilteredPage');
    const topOf = (selector: string) =>
      page.locator(selector).evaluate((element) => element.getBoundingClientRect().top);
    await expect.poll(() => topOf('.graphiql-response')).toBeLessThan(200);
    await expect.poll(() => topOf('.graphiql-query-editor .view-lines')).toBeLessThan(0);
    const columnEnds = await page
      .locator('.trace-table thead th')
      .evaluateAll((columns) => columns.map((column) => column.getBoundingClientRect().right));
    expect(Math.max(...columnEnds)).toBeLessThanOrEqual(390);

    // Nothing but the panes can be scrolled into view.
    const end = await page.evaluate(() => {
      const container = document.querySelector('.graphiql-container');
      container?.scrollTo(0, container.scrollHeight);
      scrollTo(0, document.documentElement.scrollHeight);
      return { page: scrollY, bottom: document.querySelector('.graphiql-main')?.getBoundingClientRect().bottom };
    });
    expect(end.page).toBe(0);
    expect(end.bottom).toBeCloseTo(844, 0);
  });

  it('opens a panel at its top', async () => {
    const { page, examples } = shared;
    await examples.getByRole('button').last().scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    const search = page.locator('.graphiql-doc-explorer-search');
    await expect.poll(() => search.evaluate((field) => field.getBoundingClientRect().top)).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Show Examples' }).click();
  });

  it.each(['light', 'dark'] as const)(
    'has no serious barrier in what GraphiQL does not draw, in %s',
    async (scheme) => {
      const { page, openExample, run } = shared;
      await page.emulateMedia({ colorScheme: scheme });
      await page.evaluate(axe.source);
      const barriers = async () => {
        const own = '.examples, .estimate, .share-report, .graphiql-footer';
        const found: { id: string; impact: string; nodes: { target: string[] }[] }[] = await page.evaluate(
          `axe.run([...document.querySelectorAll(${JSON.stringify(own)})]).then(({ violations }) => violations)`,
        );
        return found
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => [id, ...nodes.map(({ target }) => target.join(' '))].join('\n'));
      };
      if (!(await shared.examples.isVisible())) await page.getByRole('button', { name: 'Show Examples' }).click();
      await openExample('Next page', 'NextPage');
      await run('NextPage');
      await page.locator('.estimate').waitFor();
      expect(await barriers()).toEqual([]);

      await openExample('Upload', 'Upload');
      await page.locator('.files').waitFor();
      expect(await barriers()).toEqual([]);
    },
  );

  it('follows the colour scheme of the system', async () => {
    const { page } = shared;
    const background = () =>
      page.locator('.graphiql-container').evaluate((element) => getComputedStyle(element).backgroundColor);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await background()).toBe('rgb(255, 255, 255)');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await background()).toBe('rgb(33, 42, 59)');
  });
});
