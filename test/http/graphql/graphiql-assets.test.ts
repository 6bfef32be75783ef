import { beforeAll, describe, expect, it } from 'vitest';
import { type Bundle, openBundle } from '../../../src/http/graphql/graphiql/bundle.ts';
import { startHttpGraph, useHttpGraph } from '../http-graph.ts';
import { useLog } from '../../support/log-capture.ts';

describe('the files of GraphiQL', () => {
  const { log, lines } = useLog('debug');
  const graph = useHttpGraph({ log });
  let bundle: Bundle;
  beforeAll(async () => void (bundle = await openBundle()));

  const load = (name: string, headers: Record<string, string> = {}) =>
    fetch(`${graph.origin}/graphql/assets/${name}`, { headers: { 'accept-encoding': 'br', ...headers } });

  it('are those that the page names', async () => {
    const page = await fetch(`${graph.origin}/graphql`, { headers: { accept: 'text/html' } });
    const text = await page.text();
    const named = [...text.matchAll(/(?:src|href)="graphql\/assets\/([^"]+)"/g)].map(([, name = '']) => name);
    expect(named.toSorted()).toEqual([bundle.script, bundle.style, ...bundle.preloaded].toSorted());
    expect(Buffer.byteLength(text)).toBeLessThan(50_000);
    for (const name of [...named, ...Object.values(bundle.workers)]) expect([...bundle.files.keys()]).toContain(name);
  });

  it('have less than 1.8 MB, those of the first view less than 1.2 MB, and are cached for a year', async () => {
    const sizes = new Map<string, number>();
    for (const name of bundle.files.keys()) {
      const response = await load(name);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-encoding')).toBe('br');
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
      expect(response.headers.get('content-type')).toMatch(/^(text\/javascript|text\/css|font\/ttf)/);
      sizes.set(name, Number(response.headers.get('content-length')));
    }
    const total = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
    expect(total(sizes.keys())).toBeLessThan(1_800_000);
    expect(total([bundle.script, bundle.style, ...bundle.preloaded])).toBeLessThan(1_200_000);
  });

  it('are the same in every encoding, and sent once', async () => {
    const encodings = ['br', 'gzip', 'identity'];
    const responses = await Promise.all(encodings.map((name) => load(bundle.style, { 'accept-encoding': name })));
    expect(responses.map(({ headers }) => headers.get('content-encoding'))).toEqual(['br', 'gzip', null]);
    const [text, ...others] = await Promise.all(responses.map((response) => response.text()));
    expect(text).toContain('.trace-table');
    expect(others).toEqual([text, text]);

    for (const known of [responses[0]?.headers.get('etag') ?? '', '*']) {
      const again = await load(bundle.style, { 'if-none-match': known });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
  });

  it('are logged at level debug, and missing ones at level info', async () => {
    await load(bundle.style);
    expect((await load('missing.js')).status).toBe(404);
    expect(lines.map(({ level, msg }) => ({ level, msg }))).toEqual([
      { level: 20, msg: `GET /graphql/assets/${bundle.style}` },
      { level: 30, msg: 'GET /graphql/assets/missing.js' },
    ]);
  });

  it('are not served in production', async () => {
    const production = await startHttpGraph({ environment: { NODE_ENV: 'production' } });
    const response = await fetch(`${production.origin}/graphql/assets/${bundle.script}`);
    await production.close();
    expect(response.status).toBe(404);
  });
});
