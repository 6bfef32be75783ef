import type { Command } from 'commander';
import { releaseSharedFolder } from '../../platform/services/conversation/processing/recordings/shared-folder.ts';
import { commandGroup, report, reportingCommand, type ReportOptions, withDatabase } from './command.ts';

export function recordingsCommand(): Command {
  const release = reportingCommand(
    'release',
    'Let the next start use another DATA_DIR for recordings. Recordings in the previous folder are lost.',
  ).action(
    withDatabase(async ({ db }, options: ReportOptions) => {
      const { wasSet } = await releaseSharedFolder(db);
      const next = 'The next node to start sets the recordings folder.';
      await report(options, { record: { released: wasSet }, text: wasSet ? next : `No folder was set. ${next}` });
    }),
  );
  return commandGroup('recordings', 'Manage the recordings folder shared by all nodes on one database.', [release]);
}
