import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { platformPath, referencePath, renderReference, screensPath } from './reference.ts';

const read = (path: string) => readFile(path, 'utf8');
const filesIn = async (folder: string, name: RegExp) =>
  (await readdir(folder, { recursive: true }))
    .filter((file) => name.test(file) && !file.includes('node_modules'))
    .map((file) => join(folder, file));

const paths = ['README.md', 'CHANGELOG.md', ...(await filesIn('src', /\.md$/)), ...(await filesIn('test', /\.md$/))];
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

const maxWords = {
  'README.md': 1000,
  'src/clients/README.md': 1000,
  'src/README.md': 1540,
  'src/graph/README.md': 4130,
  'src/graph/ASSISTANTS.md': 410,
  'src/graph/SCREENS.md': 270,
  'src/app/README.md': 1300,
  'src/app/REFERENCE.md': 4800,
  'src/platform/README.md': 1650,
};

describe.each(Object.entries(maxWords))('%s', (path, max) => {
  it(`has at most ${max} words besides generated tables`, async () => {
    const text = (await read(path)).replaceAll(/<!-- generated[\s\S]*?<!-- end -->/g, '');
    expect(text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length).toBeLessThanOrEqual(max);
  });
});

describe('generated parts', () => {
  it.each([platformPath, referencePath, screensPath])(
    'of %s are those of the code; if not, run `npm run docs:print`',
    async (path) => {
      const page = await read(path);
      const cells = (text: string) => text.replaceAll(/ +(?=\|)|(?<=\|) +/g, '').replaceAll(/-{3,}/g, '---');
      expect(cells(page)).toBe(cells(await renderReference(page)));
    },
  );

  it('explains every variable', async () => {
    const [, table = ''] = /<!-- generated: variables -->([\s\S]*?)<!-- end -->/.exec(await read(referencePath)) ?? [];
    expect(table.split('\n').filter((row) => /\| +\|$/.test(row))).toEqual([]);
  });
});
