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

/** `import`: exits with 1 when a line or a file was rejected. */
export function importCommand(): Command {
  return new Command('import')
    .description('Load NDJSON or CSV files into the embedded services. A record replaces the stored one with its id.')
    .argument(
      '<files...>',
      'NDJSON with one record per line, its kind and fields; or CSV with companies, institutions or cities',
    )
    .option('--strict', 'import nothing from a file that has a bad line')
    .option('--format <format>', 'ndjson or csv, if the file name does not say')
    .option('--kind <kind>', 'what the rows of CSV files are: company, institution or city')
    .option('--map <field=Column...>', 'read a field from a CSV column with another name')
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
