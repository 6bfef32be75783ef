import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { BuildOptions, Metafile } from 'esbuild';

const source = join(import.meta.dirname, '..', '..');
const explorerFolder = join(source, 'explorer');
const packagesFolder = join(source, '..', '..', 'node_modules');

/** GraphiQL is a development dependency, so it may be missing. */
export const isGraphiqlInstalled = () => existsSync(join(packagesFolder, 'graphiql'));

/** Names of files contain a hash of their content. */
export interface Bundle {
  script: string;
  style: string;
  preloaded: string[];
  workers: { editor: string; graphql: string; json: string };
  files: ReadonlyMap<string, Uint8Array>;
}

let opened: Promise<Bundle> | undefined;

/** Returns the bundle, which the first request in a process builds; after a failure, the next request builds it. */
export async function openBundle(): Promise<Bundle> {
  opened ??= buildBundle().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

/** Modules that the page imports as soon as it opens. */
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
  // Licences require that copies contain their notices.
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

async function buildBundle(): Promise<Bundle> {
  const { build, stop } = await import('esbuild');
  try {
    // Workers are built separately, so that none of their chunks contains code that needs the DOM.
    const [page, workers] = await Promise.all([
      build({ ...options, entryPoints: ['page.tsx'] }),
      build({ ...options, entryPoints: ['editor', 'graphql', 'json'].map((name) => `workers/${name}.ts`) }),
    ]);
    const { name: script, cssBundle = '' } = outputOf(page.metafile, 'page.tsx');
    const style = basename(cssBundle);
    const files = [...page.outputFiles, ...workers.outputFiles].map(
      ({ path, contents }) => [basename(path), contents] as const,
    );
    const worker = (name: string) => outputOf(workers.metafile, `workers/${name}.ts`).name;
    return {
      script,
      style,
      preloaded: preloadedBy(page.metafile),
      workers: { editor: worker('editor'), graphql: worker('graphql'), json: worker('json') },
      // The style sheet of the page contains the style sheets of all chunks.
      files: new Map(files.filter(([name]) => !name.endsWith('.css') || name === style)),
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

/** Returns the scripts, besides the script of the page, that must load before the editors can be used. */
function preloadedBy(metafile: Metafile): string[] {
  const own = outputOf(metafile, 'page.tsx').path;
  const paths = new Set([own, ...editorModules.map((module) => outputOf(metafile, module).path)]);
  // Iterating over a set also visits the values that are added meanwhile.
  for (const path of paths) {
    for (const imported of metafile.outputs[path]?.imports ?? [])
      if (imported.kind === 'import-statement') paths.add(imported.path);
  }
  paths.delete(own);
  return [...paths].map((path) => basename(path));
}
