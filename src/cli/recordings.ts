import { Command } from 'commander';
import { releaseSharedFolder } from '../platform/services/conversation/recordings/shared-folder.ts';
import { report, type ReportOptions } from './report.ts';
import { withDatabase } from './with-database.ts';

/** The command about the folder in which the nodes on one database keep recordings. */
export function recordingsCommand(): Command {
  const command = new Command('recordings').description('Where nodes that share a database keep recordings.');
  command
    .command('release')
    .description('Accept another DATA_DIR at the next start; recordings in the folder before are given up.')
    .option('--json', 'answer JSON')
    .action((options: ReportOptions) =>
      withDatabase(async ({ db }) => {
        const { wasSet } = await releaseSharedFolder(db);
        await report(options, {
          record: { released: wasSet },
          text: wasSet
            ? 'The next node that starts decides which folder holds recordings.'
            : 'No folder was set; the next node that starts decides.',
        });
      }),
    );
  return command;
}
