import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Bundle } from '../../../src/http/graphql/graphiql/bundle/bundle.ts';
import { openBundle, readOrBuildBundle } from '../../../src/http/graphql/graphiql/bundle/stored-bundle.ts';
import { startHttpGraph, useHttpGraph } from '../http-graph.ts';
import { useLog } from '../../support/log-capture.ts';
import { createFolder } from '../../support/folder.ts';
import { useResource } from '../../support/resource.ts';

/** Building takes a few seconds of CPU time, which a busy machine can stretch. */
const timeout = 120_000;

const bytes = (text: string) => Buffer.byteLength(text, 'base64');

describe('the files of GraphiQL', () => {
  let bundle: Bundle;
  const { log, lines } = useLog('debug');
  const graph = useHttpGraph({ log });
  beforeAll(async () => {
    bundle = await openBundle();
  }, timeout);

  const load = (name: string, headers: Record<string, string> = {}) =>
    fetch(`${graph.origin}/graphql/assets/${name}`, { headers: { 'accept-encoding': 'br', ...headers } });

  it('have less than 1.8 MB, and those of the first view less than 1.11 MB', () => {
    const { files, script, style, preloaded } = bundle;
    const total = (names: string[]) => names.reduce((sum, name) => sum + bytes(files[name] ?? ''), 0);
    expect(total(Object.keys(files))).toBeLessThan(1_800_000);
    expect(total([script, style, ...preloaded])).toBeLessThan(1_110_000);
  });
  it('are those that the page names', async () => {
    const page = await fetch(`${graph.origin}/graphql`, { headers: { accept: 'text/html' } });
    const text = await page.text();
    const named = [...text.matchAll(/(?:src|href)="graphql\/assets\/([^"]+)"/g)].map(([, name = '']) => name);
    expect(named.toSorted()).toEqual([bundle.script, bundle.style, ...bundle.preloaded].toSorted());
    expect(Buffer.byteLength(text)).toBeLessThan(50_000);
    for (const name of [...named, ...Object.values(bundle.workers)]) expect(Object.keys(bundle.files)).toContain(name);
  });

  it('are sent compressed, and stored by browsers for a year', async () => {
    const responses = await Promise.all(Object.keys(bundle.files).map((name) => load(name)));
    for (const { status, headers } of responses) {
      expect(status).toBe(200);
      expect(headers.get('content-encoding')).toBe('br');
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
      expect(headers.get('content-type')).toMatch(/^(text\/javascript|text\/css|font\/ttf)/);
    }
    const etag = responses[0]?.headers.get('etag') ?? '';
    for (const known of [etag, '*']) {
      const again = await load(Object.keys(bundle.files)[0] ?? '', { 'if-none-match': known });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
  });

  it('are logged at level debug, and missing ones at level info', async () => {
    await load(bundle.style);
    await load('missing.js');
    expect(lines.map(({ level, msg }) => ({ level, msg }))).toEqual([
      { level: 20, msg: `GET /graphql/assets/${bundle.style}` },
      { level: 30, msg: 'GET /graphql/assets/missing.js' },
    ]);
  });

  it('are the same in every encoding', async () => {
    const bodies = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (encoding) => {
        const response = await load(bundle.style, { 'accept-encoding': encoding });
        return [response.headers.get('content-encoding'), await response.text()];
      }),
    );
    const [, text] = bodies[0] ?? [];
    expect(bodies).toEqual([
      ['br', text],
      ['gzip', text],
      [null, text],
    ]);
    expect(text).toContain('.trace-table');
  });

  it.each(['nothing.js', 'constructor', '..%2Fpackage.json', '%2e%2e%2f%2e%2e%2fpackage.json'])(
    'do not include %s',
    async (name) => {
      expect((await load(name)).status).toBe(404);
    },
  );

  it('are not served in production', async () => {
    const production = await startHttpGraph({ environment: { NODE_ENV: 'production' } });
    const response = await fetch(`${production.origin}/graphql/assets/${bundle.script}`);
    await production.close();
    expect(response.status).toBe(404);
  });
});

describe('the stored bundle', { timeout }, () => {
  const folder = useResource(createFolder);

  it('is built again when it cannot be read, and replaces those of other sources', async () => {
    const bundle = await openBundle();
    const stored = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'explorer');
    const [name = ''] = await readdir(stored);
    await folder.write(name, '{ "script": ');
    await folder.write('earlier.json', '{}');

    expect(await readOrBuildBundle(folder.path)).toEqual(bundle);
    expect(await readdir(folder.path)).toEqual([name]);
  });

  it('is not needed: where it cannot be stored, it is built', async () => {
    const file = await folder.write('file', 'no folder');
    expect(await readOrBuildBundle(join(file, 'explorer'))).toEqual(await openBundle());
  });
});
