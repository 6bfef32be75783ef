import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { createFolder } from '../support/folder.ts';

/** The compiler options of Vite's template `react-ts`, and the strictest ones besides. */
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

/** Compiles files of a folder as a new app does. @returns the errors of the compiler */
export async function compileApp(folder: Folder, files: { files: string[] } | { include: string[] }): Promise<string> {
  await folder.write('tsconfig.json', JSON.stringify({ compilerOptions, ...files }));
  const { stdout } = await promisify(execFile)(resolve('node_modules/.bin/tsc'), ['--project', folder.path]);
  return stdout;
}
