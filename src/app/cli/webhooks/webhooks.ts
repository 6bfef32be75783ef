import { Argument, type Command, Option } from 'commander';
import { deliveryStates } from '../../../platform/services/conversation/webhooks/stored-webhooks.ts';
import { deliveryLimit, overlapHours, uuidArgument } from '../argument-values.ts';
import { commandGroup, reportingCommand, type ReportOptions, withDatabase } from '../command.ts';
import { type DeliveriesOptions, showDeliveries, showWebhooks } from './list-webhooks.ts';
import { enableStoredWebhook, redeliverEvent, rotateStoredSecret, type RotateOptions } from './manage-webhooks.ts';
import { receiverCommands } from './receiver-commands.ts';

const webhookId = () => new Argument('<id>', 'webhook id from "webhooks list"').argParser(uuidArgument);

export const webhooksCommand = (): Command =>
  commandGroup('webhooks', 'Manage webhooks and their deliveries.', [...deliveryCommands(), ...receiverCommands()]);

/** Creates the commands with which an operator of a platform manages webhooks and their deliveries. */
const deliveryCommands = (): Command[] => [
  reportingCommand('list', 'List the webhooks of all organizations with their state and last request.').action(
    (options: ReportOptions) => withDatabase((data) => showWebhooks(data, options)),
  ),
  reportingCommand('deliveries', 'List the deliveries of a webhook, the newest events first.')
    .addArgument(webhookId())
    .addOption(new Option('--state <state>', 'only deliveries in this state').choices(deliveryStates))
    .option('--limit <count>', 'at most this many', deliveryLimit, 50)
    .action((id: string, options: DeliveriesOptions) => withDatabase((data) => showDeliveries(data, id, options))),
  reportingCommand('redeliver', 'Send an event to a webhook again, as if it had just occurred.')
    .addArgument(webhookId())
    .argument('<event-id>', 'event id from "webhooks deliveries"', uuidArgument)
    .action((id: string, eventId: string, options: ReportOptions) =>
      withDatabase((data) => redeliverEvent(data, { webhookId: id, eventId, ...options })),
    ),
  reportingCommand(
    'rotate',
    'Create a new secret for a webhook and print it once. The previous secret signs requests too until it expires.',
  )
    .addArgument(webhookId())
    .option('--overlap <hours>', 'how long the previous secret signs requests too; 0 for not at all', overlapHours, 24)
    .option('--lost', 'also replace a secret that cannot be decrypted, because its vault key is lost')
    .action((id: string, options: RotateOptions) => withDatabase((data) => rotateStoredSecret(data, id, options))),
  reportingCommand('enable', 'Let a disabled webhook receive events again.')
    .addArgument(webhookId())
    .action((id: string, options: ReportOptions) => withDatabase((data) => enableStoredWebhook(data, id, options))),
];
