import { type Browser, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { chromiumPath, launchBrowser } from '../../support/browser.ts';
import { clientToken, startClientLab } from '../../clients/client-lab.ts';
import { useResource } from '../../support/resource.ts';
import { timeLimit } from '../../support/time-limit.ts';
import { serveApps } from './serve-apps.ts';

const apps = ['apollo', 'urql', 'relay', 'graphql-request'];

const waiting = { timeout: timeLimit(10) };

const node = z.object({ id: z.string() });
const signalIds = z.object({ signals: z.object({ nodes: z.array(node) }) });
const createdList = z.object({ createList: z.object({ list: node }) });
const listEntryIds = z.object({ list: z.object({ name: z.string(), entries: z.object({ nodes: z.array(node) }) }) });

describe.runIf(chromiumPath !== undefined)('client', () => {
  const pages = useResource(() => serveApps(...apps));
  const lab = useResource(() => startClientLab({ CORS_ORIGINS: pages.url, DEMO_DATA: 'true' }));
  let browser: Browser;
  /** The first 30 signals, newest first. */
  let signals: string[];

  beforeAll(async () => {
    browser = await launchBrowser();
    const { nodes } = signalIds.parse(await lab.execute('{ signals(first: 30) { nodes { id } } }')).signals;
    signals = nodes.map(({ id }) => id);
  });
  afterAll(() => browser.close());

  /** Creates a list with six entries. The apps show this list, because it is the newest. */
  async function createList(name: string): Promise<string> {
    const mutation =
      'mutation ($name: String!) { createList(input: { name: $name }) { ... on CreateListSuccess { list { id } } } }';
    const { id } = createdList.parse(await lab.execute(mutation, { name })).createList.list;
    const variables = { id, signalIds: signals.slice(0, 6) };
    await lab.execute(
      'mutation ($id: ID!, $signalIds: [ID!]!) { addSignalsToList(listId: $id, signalIds: $signalIds) { __typename } }',
      variables,
    );
    return id;
  }

  const readList = async (id: string) => {
    const query = 'query ($id: ID!) { list(id: $id) { name entries { nodes { id } } } }';
    const { name, entries } = listEntryIds.parse(await lab.execute(query, { id })).list;
    return { name, entries: entries.nodes.map((entry) => entry.id) };
  };

  describe.each(apps)('%s', (app) => {
    let page: Page;
    let listId: string;
    /** Origins that the page has sent requests to. */
    const origins = new Set<string>();
    const token = vi.fn<() => Promise<string>>();
    const section = (name: string) => page.getByRole('region', { name });

    beforeAll(async () => {
      listId = await createList(`List of ${app}`);
      page = await browser.newPage();
      page.on('request', (request) => origins.add(new URL(request.url()).origin));
      await page.exposeFunction('graphToken', token);
      await page.addInitScript(`globalThis.graphUrl = '${lab.origin}/graphql'`);
      await page.goto(`${pages.url}/${app}`);
    });
    afterAll(() => page.close());

    it('shows the code of a rejected sign-in', async () => {
      token.mockResolvedValue('not a token');
      await page.getByRole('button', { name: 'Sign in' }).click();
      expect(await page.getByRole('alert').textContent()).toBe('UNAUTHENTICATED');
    });

    it('queries a page of signals', async () => {
      token.mockImplementation(() => clientToken());
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect.poll(() => shownIds(section('Signals')), waiting).toEqual(signals.slice(0, 10));
    });

    it('shows three pages of signals, and three pages of the entries of a list', async () => {
      const { entries } = await readList(listId);
      for (const [name, ids, pageLength] of [
        ['Signals', signals, 10],
        ['Entries', entries, 2],
      ] as const) {
        for (const pageCount of [1, 2, 3]) {
          await expect.poll(() => shownIds(section(name)), waiting).toEqual(ids.slice(0, pageCount * pageLength));
          if (pageCount < 3) await section(name).getByRole('button', { name: 'More' }).click();
        }
      }
    });

    it('shows the new name of a list after a mutation', async () => {
      expect(await section('List').getByRole('heading').textContent()).toBe(`List of ${app}`);
      await rename('Renamed');
      await expect.poll(() => section('List').getByRole('heading').textContent(), waiting).toBe('Renamed');
      expect((await readList(listId)).name).toBe('Renamed');
    });

    it('shows the message of a problem', async () => {
      await rename(' ');
      expect(await section('List').getByRole('alert').textContent()).toBe('name must not be empty.');
      expect((await readList(listId)).name).toBe('Renamed');
    });

    it('uploads a transcript', async () => {
      await lab.whenSubscribed(1);
      const buffer = Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n');
      await section('Upload')
        .getByLabel('Recording')
        .setInputFiles({ name: `${app}.vtt`, mimeType: 'text/vtt', buffer });
      await section('Upload').getByRole('button', { name: 'Upload' }).click();
      expect(await section('Upload').getByRole('status').textContent()).toBe(`${app}.vtt`);
    });

    it('receives the event of the upload', async () => {
      await section('Events').getByRole('listitem').waitFor();
      expect(await section('Events').getByRole('listitem').allTextContents()).toEqual([`${app}.vtt`]);
    });

    it('sends requests to no other origin', () => {
      expect([...origins]).toEqual([pages.url, lab.origin]);
    });

    async function rename(name: string): Promise<void> {
      await section('List').getByLabel('Name').fill(name);
      await section('List').getByRole('button', { name: 'Rename' }).click();
    }
  });
});

const shownIds = (section: Locator) => section.getByRole('listitem').evaluateAll((items) => items.map(({ id }) => id));
