import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { BuildOptions, Metafile } from 'esbuild';
import { replaceFile } from '../../../../infrastructure/storage/owner-file.ts';
import { type Bundle, bundleSchema, packagesFolder } from './bundle.ts';

const explorerFolder = join(import.meta.dirname, '..', '..', '..', 'explorer');

const defaultFolder = join(packagesFolder, '.cache', 'explorer');

let opened: Promise<Bundle> | undefined;

/** The bundle is read or built once per process, and again only after a failure. */
export async function openBundle(): Promise<Bundle> {
  opened ??= readOrBuildBundle().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

export async function readOrBuildBundle(folder = defaultFolder): Promise<Bundle> {
  const file = join(folder, `${await bundleKey()}.json`);
  const stored = await readBundle(file);
  if (stored) return stored;
  const bundle = await buildBundle();
  // The program can run where it must not write.
  await storeBundle(folder, file, bundle).catch(() => {});
  return bundle;
}

async function readBundle(file: string): Promise<Bundle | undefined> {
  try {
    return bundleSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Also removes the bundles of other sources. */
async function storeBundle(folder: string, file: string, bundle: Bundle): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await replaceFile(file, JSON.stringify(bundle));
}

/** Depends on the versions of the packages, which are exact, on the source of the page and on how it is built. */
async function bundleKey(): Promise<string> {
  const names = globSync('**/*.{ts,tsx,css}', { cwd: explorerFolder }).toSorted();
  const files = [
    join(packagesFolder, '..', 'package.json'),
    import.meta.filename,
    ...names.map((name) => join(explorerFolder, name)),
  ];
  const hash = createHash('sha256').update(names.join('\n'));
  for (const content of await Promise.all(files.map((path) => readFile(path)))) hash.update(content);
  return hash.digest('hex').slice(0, 32);
}

/** Imported on demand, but as soon as the page opens. */
const editorModules = ['monaco-graphql/esm/monaco-editor.js', 'monaco-graphql/esm/lite.js'];

const options = {
  absWorkingDir: explorerFolder,
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  jsx: 'automatic',
  // Licences require their notices in copies.
  legalComments: 'eof',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  loader: { '.ttf': 'file' },
  // The old names of these modules resolve to CommonJS, whose exports GraphiQL does not find.
  alias: { 'prettier/parser-graphql': 'prettier/plugins/graphql', 'prettier/parser-babel': 'prettier/plugins/babel' },
  define: { 'process.env.NODE_ENV': '"production"' },
  outdir: 'assets',
  write: false,
  metafile: true,
} as const satisfies BuildOptions;

/** Takes a few seconds. */
async function buildBundle(): Promise<Bundle> {
  const { build, stop } = await import('esbuild');
  try {
    const page = await build({ ...options, entryPoints: ['page.tsx'] });
    // Build workers separately, so that none of their chunks contains code that needs the DOM.
    const workers = await build({
      ...options,
      entryPoints: ['editor', 'graphql', 'json'].map((name) => `workers/${name}.ts`),
    });
    const style = outputOf(page.metafile, 'page.tsx').cssBundle;
    const files = [...page.outputFiles, ...workers.outputFiles].filter(
      // The style of the page contains those of all chunks.
      ({ path }) => !path.endsWith('.css') || basename(path) === basename(style ?? ''),
    );
    const compressed = files.map(async ({ path, contents }) => {
      const body = await promisify(brotliCompress)(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
      return [basename(path), body.toString('base64')] as const;
    });
    const worker = (name: string) => outputOf(workers.metafile, `workers/${name}.ts`).name;
    return {
      script: outputOf(page.metafile, 'page.tsx').name,
      style: basename(style ?? ''),
      preloaded: preloaded(page.metafile),
      workers: { editor: worker('editor'), graphql: worker('graphql'), json: worker('json') },
      files: Object.fromEntries(await Promise.all(compressed)),
    };
  } finally {
    await stop();
  }
}

function outputOf({ outputs }: Metafile, entryPoint: string) {
  for (const [path, output] of Object.entries(outputs)) {
    if (output.entryPoint?.endsWith(entryPoint) && path.endsWith('.js'))
      return { ...output, path, name: basename(path) };
  }
  throw new Error(`The bundle of the explorer has no output for ${entryPoint}.`);
}

/** Returns the scripts that the page needs before its editors can be used, without the page's own. */
function preloaded(metafile: Metafile): string[] {
  const own = outputOf(metafile, 'page.tsx').path;
  const pending = [own, ...editorModules.map((module) => outputOf(metafile, module).path)];
  const paths = new Set<string>();
  for (const path of pending) {
    if (paths.has(path)) continue;
    paths.add(path);
    const imports = metafile.outputs[path]?.imports ?? [];
    pending.push(...imports.filter(({ kind }) => kind === 'import-statement').map((imported) => imported.path));
  }
  paths.delete(own);
  return [...paths].map((path) => basename(path));
}
