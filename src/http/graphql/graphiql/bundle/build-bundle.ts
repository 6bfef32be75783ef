import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { BuildOptions, Metafile } from 'esbuild';
import type { Bundle } from './bundle.ts';

export const explorerFolder = join(import.meta.dirname, '..', '..', '..', 'explorer');

/** The modules that the page imports on demand, but always and at once. */
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
export async function buildBundle(): Promise<Bundle> {
  const { build, stop } = await import('esbuild');
  try {
    const page = await build({ ...options, entryPoints: ['page.tsx'] });
    // Workers are built apart, so that no chunk of theirs contains code that needs a document.
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
