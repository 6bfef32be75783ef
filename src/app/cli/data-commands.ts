import { accountsCommand } from './accounts.ts';
import { analyseCommand } from './analyse.ts';
import { analystCommand } from './analyst.ts';
import { clientCommand } from './client-code.ts';
import { clientsCommand } from './clients.ts';
import { connectionsCommand } from './connections.ts';
import { eventsCommand } from './events.ts';
import { idsCommand, importCommand } from './import.ts';
import { keysCommand } from './keys.ts';
import { recordingsCommand } from './recordings.ts';
import { webhooksCommand } from './webhooks/webhooks.ts';

/** The commands in the order in which `--help` lists them. */
export const dataCommands = [
  importCommand,
  idsCommand,
  analyseCommand,
  analystCommand,
  connectionsCommand,
  accountsCommand,
  keysCommand,
  clientsCommand,
  recordingsCommand,
  webhooksCommand,
  eventsCommand,
  clientCommand,
];
