import type { Command } from 'commander';
import { nameArgument, originArgument } from '../argument-values.ts';
import { reportingCommand } from '../command.ts';
import { connectWebhooks } from './connect-webhooks.ts';
import { disconnectWebhooks } from './disconnect-webhooks.ts';

const identifierRule = 'a caller of the organization, with an account on the conversation connection';

/** Creates the commands with which an operator of graph nodes lets a remote platform send events to them. */
export const receiverCommands = (): Command[] => [
  reportingCommand('connect', 'Let a remote platform send the events of an organization to these graph nodes.')
    .requiredOption('--identifier <id>', identifierRule, nameArgument)
    .option(
      '--url <origin>',
      'origin under which the platform reaches a graph node (default: PUBLIC_URL)',
      originArgument,
    )
    .action(connectWebhooks),
  reportingCommand('disconnect', 'Delete the webhooks that "webhooks connect" has created.')
    .requiredOption('--identifier <id>', identifierRule, nameArgument)
    .action(disconnectWebhooks),
];
