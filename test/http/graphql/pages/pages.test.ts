import { parse, validate } from 'graphql';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaWithPrefix } from '../../../../src/graph/schema.ts';
import { examplesWithPrefix } from '../../../../src/http/graphql/pages/page-examples.ts';
import { type HttpGraph, startHttpGraph, useHttpGraph } from '../../http-graph.ts';
import { createManifestFolder } from '../trusted-documents/manifests.ts';
import { chromiumPath, launchBrowser } from '../../../support/browser.ts';
import { lowestContrast, visit } from './browser-lab.ts';
import { useResource } from '../../../support/resource.ts';

const production = {
  NODE_ENV: 'production',
  AUTH_JWT_SECRET: 'a-shared-secret-of-at-least-32-characters',
  AUTH_ISSUER: 'https://id.example/<b>&"quoted"',
  AUTH_AUDIENCE: 'graph',
};

describe.each(['', 'Deal'])('the examples with the prefix "%s"', (prefix) => {
  const { firstQuery, examples } = examplesWithPrefix(prefix);

  it.each([firstQuery, ...examples.map(({ query }) => query)])('match the schema: %s', (query) => {
    expect(validate(schemaWithPrefix(prefix), parse(query))).toEqual([]);
    expect(query.includes('deal')).toBe(prefix !== '');
  });
});

describe.runIf(chromiumPath !== undefined)('the pages in a browser', () => {
  let browser: Browser;
  const folder = useResource(() => createManifestFolder());
  const development = useHttpGraph();
  const secured = useHttpGraph({ environment: production });
  const trusted = useResource(() => {
    const TRUSTED_DOCUMENTS = folder.file('manifest.json');
    return startHttpGraph({ environment: { TRUSTED_DOCUMENTS, INTROSPECTION: 'false' } });
  });
  // Playwright needs the browser itself.
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  const visits: [string, () => { graph: HttpGraph; path: string }][] = [
    ['the page at /', () => ({ graph: development, path: '/' })],
    ['the page at / in production', () => ({ graph: secured, path: '/' })],
    ['the page at / with trusted documents', () => ({ graph: trusted, path: '/' })],
    ['the endpoint in production', () => ({ graph: secured, path: '/graphql?query={lists{name}}' })],
    ['the endpoint with trusted documents', () => ({ graph: trusted, path: '/graphql' })],
  ];

  describe.each(visits)('%s', (_, where) => {
    // Each test continues with the page of the previous one, because opening one takes far longer than looking at it.
    let visited: Awaited<ReturnType<typeof visit>>;
    beforeAll(async () => {
      visited = await visit(browser, { ...where(), colorScheme: 'light' });
    });
    afterAll(() => visited.close());

    it('is small, needs no other server and reports nothing', async () => {
      const { page, faults, response } = visited;
      await page.waitForLoadState('networkidle');
      expect(response?.status()).toBe(200);
      expect((await response?.body())?.length).toBeLessThan(50_000);
      expect(await page.locator('script').count()).toBe(0);
      expect(faults).toEqual([]);
    });

    it('has landmarks, one title, and headings in order', async () => {
      const { page } = visited;
      for (const landmark of ['banner', 'navigation', 'main', 'contentinfo'] as const) {
        expect(await page.getByRole(landmark).count()).toBe(1);
      }
      const headings = page.locator('h1, h2, h3');
      const levels = await headings.evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])));
      expect(levels.filter((level) => level === 1)).toEqual([1]);
      expect(levels.every((level, index) => level <= (levels[index - 1] ?? 0) + 1)).toBe(true);
      expect(await page.title()).toBe(await page.getByRole('heading', { level: 1 }).innerText());
      expect(await page.locator('html').getAttribute('lang')).toBe('en');
      const targets = await page
        .locator('a[href^="#"]')
        .evaluateAll((all) => all.map((each) => each.getAttribute('href')));
      for (const target of targets) expect(await page.locator(target ?? '').count()).toBe(1);
    });

    it.each([
      ['light', 'rgb(255, 255, 255)'],
      ['dark', 'rgb(22, 24, 28)'],
    ] as const)('has enough contrast in %s mode', async (colorScheme, background) => {
      const { page } = visited;
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate(lowestContrast)).toBeGreaterThan(4.5);
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(background);
    });

    it('can be read on a phone', async () => {
      const { page } = visited;
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    });
  });

  it('can be used with the keyboard', async () => {
    const { page, close } = await visit(browser, {
      graph: development,
      path: '/',
      viewport: { width: 320, height: 640 },
    });
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to the content' });
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
    expect((await skip.boundingBox())?.x).toBe(0);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    expect(await focused()).toBe('Open GraphiQL');

    await page.keyboard.press('Tab');
    const command = page.getByRole('region', { name: 'Command that sends an operation' });
    expect(await command.evaluate((block) => block === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => command.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
    await close();
  });

  it('say in development how to begin, and lead to GraphiQL, the schema and health', async () => {
    const { page, close } = await visit(browser, { graph: development, path: '/' });
    const sections = await page.getByRole('navigation').getByRole('link').allInnerTexts();
    expect(sections).toEqual([
      'What this is',
      'Endpoint',
      'How to authenticate',
      'Your first request',
      'Examples',
      'Schema',
      'Health',
    ]);
    const text = await page.getByRole('main').innerText();
    expect(text).toContain(`POST ${development.origin}/graphql`);
    expect(text).toContain(`${development.origin.replace('http', 'ws')}/graphql`);
    expect(text).toContain('every request runs as the user demo');
    expect(text).toContain(
      `curl ${development.origin}/graphql \\\n  -H 'content-type: application/json' \\\n  -d '{"query":`,
    );
    const links = await page.locator('a[href^="/"]').evaluateAll((all) => all.map((each) => each.getAttribute('href')));
    expect(links).toEqual([
      '/graphql',
      '/schema.graphql',
      '/possible-types.json',
      '/types-without-id.json',
      '/paginated-fields.json',
      '/relay-extensions.graphql',
      '/health/live',
      '/health/ready',
    ]);
    for (const link of links)
      expect((await fetch(development.origin + link)).status).toBe(link === '/graphql' ? 403 : 200);
    await close();
  });

  it('say in production which tokens are valid, and offer neither GraphiQL nor the schema', async () => {
    const { page, close } = await visit(browser, { graph: secured, path: '/' });
    const text = await page.getByRole('main').innerText();
    expect(text).toContain('https://id.example/<b>&"quoted"');
    expect(text).toContain('authorization: Bearer $TOKEN');
    expect(text).toContain('This server has no GraphiQL.');
    expect(text).toContain('introspection is disabled');
    expect(await page.locator('a[href="/graphql"], a[href="/schema.graphql"]').count()).toBe(0);
    expect(await page.content()).not.toContain(production.AUTH_JWT_SECRET);
    await close();
  });

  it('explain the endpoint in production, and say that a query in the URL was not executed', async () => {
    const { page, close } = await visit(browser, { graph: secured, path: '/graphql?query={lists{name}}' });
    expect(await page.getByRole('heading').allInnerTexts()).toEqual([
      'This is a GraphQL endpoint',
      'The query in the URL was not executed',
      'How to call it',
      'GraphiQL',
    ]);
    expect(await page.getByRole('main').innerText()).toContain('apollo-require-preflight');
    await page.getByRole('link', { name: 'About this server' }).click();
    expect(await page.title()).toBe('Talent and conversations');
    await close();
  });

  it('say that only trusted documents are executed', async () => {
    for (const path of ['/', '/graphql']) {
      const { page, close } = await visit(browser, { graph: trusted, path });
      const text = await page.getByRole('main').innerText();
      expect(text).toContain('This server executes only the documents of known clients, so it has no GraphiQL.');
      expect(text).toContain(`-d '{"documentId":"sha256:…"}'`);
      expect(text).not.toContain('"query"');
      await close();
    }
  });
});

describe('the address on the pages', () => {
  const pageOf = async (environment: Record<string, string>, url: string) => {
    const graph = await startHttpGraph({ environment });
    const headers = { accept: 'text/html', host: new URL(url).host };
    const response = await graph.app.fetch(new Request(url, { headers }));
    const text = await response.text();
    await graph.close();
    return text;
  };

  it.each([
    ['/', {}],
    ['/graphql', production],
  ])('at %s is PUBLIC_URL, whatever host the visitor uses', async (path, environment) => {
    for (const host of ['graph.example', 'localhost:4000']) {
      const page = await pageOf({ ...environment, PUBLIC_URL: 'https://graph.example' }, `http://${host}${path}`);
      expect(page).toContain('curl https://graph.example/graphql');
      expect(page).not.toContain('localhost');
    }
  });

  it('is that of the visitor without PUBLIC_URL', async () => {
    expect(await pageOf({}, 'http://localhost:5000/')).toContain('curl http://localhost:5000/graphql');
  });
});
