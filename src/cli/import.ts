import { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { importFiles } from '../platform/import/import-files.ts';

interface ImportCommandOptions {
  strict?: boolean;
  format?: string;
  kind?: string;
  map?: string[];
}

/** Creates the command `import`, whose exit code is 1 if a line or a file was rejected. */
export function importCommand(): Command {
  return new Command('import')
    .description(
      'Load NDJSON or CSV files into the embedded services. A record replaces a stored one with the same id.',
    )
    .argument(
      '<files...>',
      'NDJSON with one record per line: its kind and its fields; or CSV with companies, institutions or cities',
    )
    .option('--strict', 'import nothing from a file that has a bad line')
    .option('--format <format>', 'ndjson or csv (default: by file extension)')
    .option('--kind <kind>', 'kind of record in CSV files: company, institution or city')
    .option('--map <field=Column...>', 'read a field from a CSV column with a different name')
    .action(async (files: string[], options: ImportCommandOptions) => {
      const { db, close } = await openDatabase(readConfig(process.env).database);
      try {
        const output = { results: process.stdout, faults: process.stderr };
        const { failed } = await importFiles({ db, files, ...options, output });
        if (failed) process.exitCode = 1;
      } finally {
        await close();
      }
    });
}
