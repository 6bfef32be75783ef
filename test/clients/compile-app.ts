import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { createFolder } from '../support/folder.ts';

/** The compiler options of Vite's `react-ts` template, plus stricter checks of types. */
const compilerOptions = {
  target: 'es2023',
  lib: ['ES2023', 'DOM'],
  module: 'esnext',
  types: [],
  skipLibCheck: true,
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  moduleDetection: 'force',
  noEmit: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  erasableSyntaxOnly: true,
  noFallthroughCasesInSwitch: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
};

type Folder = Pick<Awaited<ReturnType<typeof createFolder>>, 'path' | 'write'>;

/** Compiles files as a new app does. @returns the diagnostics; empty if the files compile */
export async function compileApp(folder: Folder, files: { files: string[] } | { include: string[] }): Promise<string> {
  await folder.write('tsconfig.json', JSON.stringify({ compilerOptions, ...files }));
  const compiling = promisify(execFile)(resolve('node_modules/.bin/tsc'), ['--project', folder.path]);
  return compiling.then(
    () => '',
    (error: { stdout: string; message: string }) => error.stdout || error.message,
  );
}
