import { posix } from 'node:path';

/**
 * The test files among changed files, and those that import a changed file directly or through other files.
 * @param sources the text of each file of the test folder, by path
 */
export function affectedTests(changed: readonly string[], sources: ReadonlyMap<string, string>): string[] {
  const importers = importersOf(sources);
  const affected = new Set(changed);
  // The loop also visits files that are added to the set meanwhile.
  for (const file of affected) for (const importer of importers.get(file) ?? []) affected.add(importer);
  return [...affected].filter((file) => file.endsWith('.test.ts') && sources.has(file)).toSorted();
}

/** Also counts relative paths outside imports, such as those of workers and fixtures. */
function importersOf(sources: ReadonlyMap<string, string>): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [file, text] of sources) {
    for (const [, path = ''] of text.matchAll(/['"`](\.\.?\/[^'"`\n]+)['"`]/g)) {
      const imported = posix.join(posix.dirname(file), path);
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  return importers;
}
