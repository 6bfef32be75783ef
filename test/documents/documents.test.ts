import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../src/infrastructure/telemetry/metrics.ts';

const read = (path: string) => readFile(path, 'utf8');
const filesIn = async (folder: string, name: RegExp) =>
  (await readdir(folder, { recursive: true })).filter((file) => name.test(file)).map((file) => join(folder, file));

const paths = ['README.md', 'CHANGELOG.md', ...(await filesIn('src', /README\.md$/))];
const pages = await Promise.all(paths.map(async (path) => ({ path, text: await read(path) })));

const withoutCode = (text: string) => text.replaceAll(/^```[\s\S]*?^```/gm, '');
const shellBlocks = (text: string) => Array.from(text.matchAll(/^```sh\n([\s\S]*?)^```/gm), ([, block = '']) => block);

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

async function anchorsIn(path: string): Promise<string[]> {
  const headings = withoutCode(await read(path)).matchAll(/^#+ (.+)$/gm);
  return Array.from(headings, ([, heading = '']) => anchorOf(heading));
}

const configSources = await Promise.all((await filesIn('src/app/config', /\.ts$/)).map(read));
const variables = new Set(
  configSources.flatMap((source) => Array.from(source.matchAll(/^ +([A-Z][A-Z0-9_]+):/gm), ([, name = '']) => name)),
);

describe.each(pages)('$path', ({ path, text }) => {
  it('links only to files and headings that exist', async () => {
    const links = Array.from(withoutCode(text).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g));
    const broken: string[] = [];
    for (const [link, file = '', anchor] of links) {
      const target = file === '' ? path : join(dirname(path), file);
      const isFound = existsSync(target) && (anchor === undefined || (await anchorsIn(target)).includes(anchor));
      if (!isFound) broken.push(link);
    }
    expect(broken).toEqual([]);
  });

  it('names only source files that exist', () => {
    const named = Array.from(text.matchAll(/(?<![\w./])(?:src|test)\/[\w./-]*\w/g), ([name]) => name);
    expect(named.filter((name) => !existsSync(name))).toEqual([]);
  });

  it('names only npm scripts that exist', async () => {
    const { scripts } = JSON.parse(await read('package.json'));
    const named = Array.from(text.matchAll(/npm run (?:-s )?([\w:]+)/g), ([, script = '']) => script);
    expect(named.filter((script) => !Object.hasOwn(scripts, script))).toEqual([]);
  });

  it('sets only environment variables that exist', () => {
    const set = shellBlocks(text).flatMap((block) =>
      Array.from(block.matchAll(/(?<=^|export |\s)([A-Z][A-Z0-9_]+)=/gm), ([, name = '']) => name),
    );
    const ofTheShell = new Set(['TOKEN', 'DATABASE_PASSWORD']);
    expect(set.filter((name) => !variables.has(name) && !ofTheShell.has(name))).toEqual([]);
  });
});

describe('README.md', () => {
  it('has at most 1,500 words', () => {
    const [readme] = pages;
    expect(readme?.text.split(/\s+/).length).toBeLessThanOrEqual(1500);
  });
});

describe('the log in src/app/README.md', () => {
  it('documents the messages that the program writes and no others', async () => {
    const [, section = ''] = /^## Log\n([\s\S]*)/m.exec(await read('src/app/README.md')) ?? [];
    const messages = Array.from(section.matchAll(/^\| \w+ +\| `([^`]+)`/gm), ([, message = '']) => message);
    const sources = (await Promise.all((await filesIn('src', /\.ts$/)).map(read))).join('\n');
    expect(messages.filter((message) => !sources.includes(message))).toEqual([]);
    const literals = /\blog\??\.(?:debug|info|warn|error)\([^;]*?'([^']+ [^']+)',?\s*\)(?:;|\)|,|$)/gm;
    const written = Array.from(sources.matchAll(literals), ([, message = '']) => message);
    expect(written.filter((message) => !messages.includes(message))).toEqual([]);
  });
});

describe('the metrics in src/app/README.md', () => {
  it('documents every metric with its type and labels, and no others', async () => {
    const [, section = ''] = /^## Metrics\n([\s\S]*?)^## /m.exec(await read('src/app/README.md')) ?? [];
    const rows = Array.from(
      section.matchAll(/^\| `(\w+)` +\| (\w+) +\| ([^|]*?) +\|/gm),
      ([, name, type, labels = '']) => ({
        name,
        type,
        labels: Array.from(labels.matchAll(/`(\w+)`/g), ([, label]) => label),
      }),
    );
    const { registry } = createMetrics();
    const types = new Map((await registry.getMetricsAsJSON()).map(({ name, type }) => [name, String(type)]));
    const declared = registry.getMetricsAsArray().map((metric) => ({
      name: metric.name,
      type: types.get(metric.name),
      labels: 'labelNames' in metric ? metric.labelNames : [],
    }));
    expect(rows).toEqual(declared);
  });
});

describe('the configuration in src/app/README.md', () => {
  it('documents every environment variable and no others', async () => {
    const [, section = ''] = /^## Configuration\n([\s\S]*?)^## /m.exec(await read('src/app/README.md')) ?? [];
    const cells = Array.from(section.matchAll(/^\| (`[^|]+) \|/gm), ([, cell = '']) => cell);
    const documented = cells.flatMap((cell) => Array.from(cell.matchAll(/`([A-Z0-9_]+)`/g), ([, name = '']) => name));
    expect(documented.toSorted()).toEqual([...variables].toSorted());
  });
});
