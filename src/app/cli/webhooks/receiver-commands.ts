import type { Command } from 'commander';
import { nameArgument, originArgument } from '../argument-values.ts';
import { reportingCommand } from '../command.ts';
import type { ConnectOptions, IdentifierOptions } from './receiver-webhooks.ts';

const identifierRule = 'a caller of the organization, with an account on the conversation connection';

/**
 * Creates the commands with which an operator of graph nodes lets a remote platform send events to them. They import
 * the connector only when they run: it would slow down the start of every other command.
 */
export const receiverCommands = (): Command[] => [
  reportingCommand('connect', 'Let a remote platform send the events of an organization to these graph nodes.')
    .requiredOption('--identifier <id>', identifierRule, nameArgument)
    .option(
      '--url <origin>',
      'origin under which the platform reaches a graph node (default: PUBLIC_URL)',
      originArgument,
    )
    .action(async (options: ConnectOptions) => {
      const { connectWebhooks } = await import('./receiver-webhooks.ts');
      await connectWebhooks(options);
    }),
  reportingCommand('disconnect', 'Delete the webhooks that "webhooks connect" has created.')
    .requiredOption('--identifier <id>', identifierRule, nameArgument)
    .action(async (options: IdentifierOptions) => {
      const { disconnectWebhooks } = await import('./receiver-webhooks.ts');
      await disconnectWebhooks(options);
    }),
];
