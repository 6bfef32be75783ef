import { existsSync } from 'node:fs';
import pino from 'pino';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../src/app/app.ts';
import { readConfig } from '../../../src/config/config.ts';
import type { OpenDatabase } from '../../../src/platform/database/open-database.ts';
import { readExampleTabs } from '../../../src/http/graphql/graphiql/graphiql.ts';
import { listen, type Listener } from '../../../src/http/listen.ts';
import { openMemoryDatabase } from '../../support/database/memory-database.ts';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
if (executablePath === undefined) console.warn('GraphiQL is not tested in a browser: no Chromium is installed.');

const exampleTitles = readExampleTabs().map(({ query }) => /^(?:query|mutation|subscription) (\w+)/m.exec(query)?.[1]);

describe.runIf(executablePath !== undefined)('GraphiQL in a browser', () => {
  let database: OpenDatabase;
  let app: App;
  let listener: Listener;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const outside: string[] = [];
  const faults: string[] = [];

  beforeAll(async () => {
    database = await openMemoryDatabase();
    app = await createApp(readConfig({ DATA_DIR: 'memory' }), { database, log: pino({ level: 'silent' }) });
    listener = await listen(app.fetch, { host: '127.0.0.1', port: 0 });
    browser = await chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--no-sandbox', '--disable-background-networking'],
    });
  });
  afterAll(async () => {
    await browser.close();
    await listener.close();
    await app.close();
    await database.close();
  });

  beforeEach(async () => {
    outside.length = 0;
    faults.length = 0;
    context = await browser.newContext();
    page = await context.newPage();
    page.setDefaultTimeout(25_000);
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol !== 'data:' && origin !== listener.url) outside.push(request.url());
    });
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.push(message.text());
    });
  });
  afterEach(async () => {
    await context.close();
    // After every test: the page called no other server and reported no error.
    expect({ outside, faults }).toEqual({ outside: [], faults: [] });
  });

  const titles = () => page.locator('.graphiql-tab-button').allInnerTexts();

  async function open(): Promise<void> {
    const introspected = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.goto(`${listener.url}/`);
    await introspected;
    await page.locator('.graphiql-query-editor .view-lines').waitFor();
  }

  /** GraphiQL detects the operation of a tab shortly after it shows the tab; only then can it run. */
  async function select(title: string): Promise<void> {
    await page.getByText(title, { exact: true }).click();
    await page.waitForFunction((name) => {
      const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState') ?? '{}');
      return tabs?.[activeTabIndex]?.operationName === name;
    }, title);
  }

  /** Presses the play button and waits for the response. */
  async function run(operationName: string): Promise<string> {
    const asked = page.waitForRequest(
      (request) => request.postData()?.includes(`"operationName":"${operationName}"`) === true,
    );
    await page.locator('.graphiql-execute-button').click();
    const response = await (await asked).response();
    await page.locator('.graphiql-response .view-line').getByText('"data"').first().waitFor();
    return (await response?.text()) ?? '';
  }

  it('opens with the examples, and runs the first and the one with variables with the play button', async () => {
    await open();

    expect(await page.title()).toBe('Talent and conversations');
    expect(await titles()).toEqual(exampleTitles);
    const firstPage = JSON.parse(await run('FilteredPage'));
    expect(firstPage.errors).toBeUndefined();
    expect(firstPage.data.signals.nodes).toHaveLength(10);

    await select('EntityReferences');
    const references = JSON.parse(await run('EntityReferences'));
    expect(references.errors).toBeUndefined();
    expect(references.data._entities).toHaveLength(6);
  });

  /** Uploads a transcript as a program does. */
  async function upload(title: string): Promise<void> {
    const query =
      'mutation Upload($input: UploadActivityInput!) { uploadActivity(input: $input) { ... on Problem { message } } }';
    const input = { hostUserEmail: 'robin.sample@example.com', language: 'en_GB', title, recording: null };
    const form = new FormData();
    form.set('operations', JSON.stringify({ query, variables: { input } }));
    form.set('map', JSON.stringify({ 0: ['variables.input.recording'] }));
    form.set('0', new Blob(['WEBVTT\n\n00:00.000 --> 00:02.000\n<v Robin Sample>Hello</v>\n']), 'call.vtt');
    const response = await fetch(`${listener.url}/graphql`, {
      method: 'POST',
      headers: { 'x-graphql-yoga-csrf': '1' },
      body: form,
    });
    expect(await response.json()).toMatchObject({ data: { uploadActivity: {} } });
  }

  it('shows events as they occur, until the stop button is pressed', async () => {
    await open();
    await select('Events');
    const asked = page.waitForRequest((request) => request.postData()?.includes('"operationName":"Events"') === true);
    await page.locator('.graphiql-execute-button').click();
    const request = await asked;
    expect((await request.response())?.headers()['content-type']).toContain('text/event-stream');

    await upload('Live call');
    const shown = page.locator('.graphiql-response .view-line');
    await shown.getByText('CONVERSATION_PROCESSED').waitFor();
    await shown.getByText('Live call').waitFor();

    const ended = page.waitForEvent('requestfailed', (failed) => failed === request);
    await page.getByLabel('Stop query').click();
    await ended;

    await select('Progress');
    await page.locator('.graphiql-execute-button').click();
    await shown.getByText('"processing": null').waitFor();
    await page.getByLabel('Execute query').waitFor();
  });

  it('restores the tabs of a user, with the examples before them once', async () => {
    await context.addInitScript(() => {
      if (localStorage.getItem('graphiql:tabState')) return;
      const tab = {
        id: 'own',
        hash: null,
        title: 'Mine',
        headers: null,
        variables: null,
        operationName: 'Mine',
        response: null,
      };
      const tabs = [{ ...tab, query: 'query Mine { connectors { connectionName } }' }];
      localStorage.setItem('graphiql:tabState', JSON.stringify({ tabs, activeTabIndex: 0 }));
    });
    await open();
    expect(await titles()).toEqual([...exampleTitles, 'Mine']);

    await open();
    expect(await titles()).toEqual([...exampleTitles, 'Mine']);
    await select('Mine');
    const answer = JSON.parse(await run('Mine'));
    expect(answer.data.connectors[0]).toEqual({ connectionName: 'talent' });
  });

  it('does not restore an example that the user closed', async () => {
    await open();
    await page.locator('.graphiql-tab').nth(1).hover();
    await page.locator('.graphiql-tab-close').nth(1).click();
    const left = exampleTitles.filter((title) => title !== 'OnePerson');
    await expect.poll(titles).toEqual(left);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('graphiql:tabState'))).not.toContain('OnePerson');

    await open();
    expect(await titles()).toEqual(left);
  });

  it('opens with unreadable stored tabs', async () => {
    await context.addInitScript(() => localStorage.setItem('graphiql:tabState', '{"tabs":'));
    await open();
    expect(await titles()).toEqual(exampleTitles);
  });
});
