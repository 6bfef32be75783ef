import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpGraph, startHttpGraph, useHttpGraph } from '../../http/http-graph.ts';
import { createManifestFolder } from '../../http/graphql/trusted-documents/manifests.ts';
import { chromiumPath, launchBrowser } from '../../support/browser.ts';
import { production } from '../../http/graphql/page-environment.ts';
import { lowestContrast, visit } from '../../http/graphql/page-visit.ts';
import { useResource } from '../../support/resource.ts';

describe.runIf(chromiumPath !== undefined)('the page of the server in a browser', () => {
  let browser: Browser;
  const folder = useResource(() => createManifestFolder());
  const development = useHttpGraph();
  const secured = useHttpGraph({ environment: production });
  const trusted = useResource(() => {
    const TRUSTED_DOCUMENTS = folder.file('manifest.json');
    return startHttpGraph({ environment: { TRUSTED_DOCUMENTS, INTROSPECTION: 'false' } });
  });
  // `useResource` returns a proxy, but Playwright needs the browser object itself.
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  const cases: { name: string; graph: () => HttpGraph; path: string; shows: string[]; hides: string[] }[] = [
    {
      name: 'in development',
      graph: () => development,
      path: '/',
      shows: ['every request runs as the user demo', `-d '{"query":`, 'Open GraphiQL', '/relay-extensions.graphql'],
      hides: ['Bearer', 'was not executed'],
    },
    {
      name: 'in production',
      graph: () => secured,
      path: '/graphql?query={lists{name}}',
      shows: [
        'The query in the URL was not executed',
        'apollo-require-preflight',
        'https://id.example/<b>&"quoted"',
        'authorization: Bearer $TOKEN',
        'This server has no GraphiQL.',
        'introspection is disabled',
      ],
      hides: ['Open GraphiQL', '/schema.graphql', production.AUTH_JWT_SECRET],
    },
    {
      name: 'with trusted documents',
      graph: () => trusted,
      path: '/graphql',
      shows: ['This server executes only the documents of known clients', `-d '{"documentId":"sha256:…"}'`],
      hides: ['Open GraphiQL', '"query"'],
    },
  ];

  it.each(cases)('says $name how to call it, and can be read by all', async ({ graph, path, shows, hides }) => {
    const { page, faults, response, close } = await visit(browser, { graph: graph(), path, colorScheme: 'light' });
    const text = await page.getByRole('main').innerText();
    for (const shown of [...shows, '/graphql with a JSON body']) expect(text).toContain(shown);
    for (const hidden of hides) expect(text).not.toContain(hidden);
    expect((await response?.body())?.length).toBeLessThan(20_000);
    expect(faults).toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate(lowestContrast)).toBeGreaterThan(4.5);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await close();
  });

  it('has links that lead somewhere, and a command that works', async () => {
    const { page, close } = await visit(browser, { graph: development, path: '/' });
    const links = await page.locator('a').evaluateAll((all) => all.map((each) => each.getAttribute('href')));
    expect(links).toContain('/graphql');
    for (const link of links)
      expect((await fetch(development.origin + link)).status).toBe(link === '/graphql' ? 403 : 200);
    const [, body] = /-d '(.*)'/.exec(await page.locator('pre').innerText()) ?? [];
    expect(await development.send(body)).toMatchObject({ status: 200, errors: [] });
    await close();
  });
});
