import type { Config } from '../config/config.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { importFiles } from '../platform/import/import-files.ts';

/** The options of `import` as the command line gives them. */
export interface ImportCommandOptions {
  strict?: boolean;
  format?: string;
  kind?: string;
  map?: string[];
}

/** Loads files into the embedded services; the exit code is 1 when a line was bad or a file was refused. */
export async function runImport(config: Config, files: string[], options: ImportCommandOptions): Promise<void> {
  const { db, close } = await openDatabase(config.database);
  try {
    const { failed } = await importFiles({
      db,
      files,
      ...options,
      output: { results: process.stdout, faults: process.stderr },
    });
    if (failed) process.exitCode = 1;
  } finally {
    await close();
  }
}
