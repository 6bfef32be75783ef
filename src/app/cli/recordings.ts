import type { Command } from 'commander';
import { releaseSharedFolder } from '../../platform/services/conversation/processing/recordings/shared-folder.ts';
import { commandGroup, databaseCommand } from './command.ts';

export function recordingsCommand(): Command {
  const release = databaseCommand(
    'release',
    'Let the next start use another DATA_DIR for recordings. Recordings in the previous folder are lost.',
    async ({ db }) => {
      const { wasSet } = await releaseSharedFolder(db);
      const next = 'The next node to start sets the recordings folder.';
      return { record: { released: wasSet }, text: wasSet ? next : `No folder was set. ${next}` };
    },
  );
  return commandGroup('recordings', 'Manage the recordings folder shared by all nodes on one database.', [release]);
}
