import { Argument, type Command, Option } from 'commander';
import { releaseSharedFolder } from '../../platform/services/conversation/processing/recordings/shared-folder.ts';
import { deliveryStates } from '../../platform/services/conversation/webhooks/stored-webhooks.ts';
import { webhookTriggers } from '../../tools/conversation/vocabulary.ts';
import type { ConnectorKind } from '../../tools/tool.ts';
import { connectAccount, disconnect, type DisconnectOptions, listAccounts, rotateVault } from './accounts.ts';
import { analyseCommand } from './analyse.ts';
import { analystCommand } from './analyst.ts';
import {
  count,
  deliveryLimit,
  emailArguments,
  futureTime,
  nameArgument,
  originArgument,
  overlapHours,
  overlapMinutes,
  prefixArgument,
  uuidArgument,
} from './argument-values.ts';
import { clientCommand } from './client-code.ts';
import { addClient, listClients, revokeClient, generateKey, revokeStoredKey, showKeys } from './credentials.ts';
import { commandGroup, databaseCommand, reportingCommand } from './command.ts';
import { addConnection, listConnections, removeConnection, setPrefix } from './connections.ts';
import { emitEvent } from './events.ts';
import { importCommand } from './import.ts';
import type { ConnectOptions, IdentifierOptions } from './webhooks/receiver-webhooks.ts';
import {
  enableStoredWebhook,
  redeliverEvent,
  rotateStoredSecret,
  showDeliveries,
  showWebhooks,
} from './webhooks/webhooks.ts';

const connectorKinds: readonly ConnectorKind[] = ['talent', 'convo'];

const webhookId = () => new Argument('<id>', 'webhook id from "webhooks list"').argParser(uuidArgument);

const identifierRule = 'a caller of the organization, with an account on the conversation connection';

/** All commands except `serve`, in the order in which `--help` lists them. */
export const dataCommands = (): Command[] => [
  importCommand(),
  analyseCommand(),
  analystCommand(),
  commandGroup('connections', 'Manage the named connections through which clients reach the services.', [
    databaseCommand('list', 'List all connections.', listConnections),
    databaseCommand('add', 'Add a connection. It takes effect immediately.', addConnection)
      .argument('<name>', 'the exact name that clients send', nameArgument)
      .addOption(new Option('--kind <kind>', 'the service behind it').choices(connectorKinds).makeOptionMandatory())
      .option('--prefix <prefix>', 'prefix of every tool name (default: talent_ or convo_)', prefixArgument),
    databaseCommand('prefix', 'Change the tool name prefix of a connection. It takes effect immediately.', setPrefix)
      .argument('<name>', 'name of the connection')
      .argument('<prefix>', 'the new prefix', prefixArgument),
    databaseCommand('remove', 'Remove a connection.', removeConnection)
      .argument('<name>', 'name of the connection')
      .option('--with-accounts', 'also remove the accounts connected to it'),
  ]),
  commandGroup('accounts', 'Manage the accounts through which identifiers call a connection.', [
    databaseCommand('list', 'List all accounts with their status. Tokens are not shown.', listAccounts),
    databaseCommand(
      'connect',
      'Connect an identifier, or replace its token. Reads the token from a file or standard input.',
      connectAccount,
    )
      .argument('<connection>', 'exact name of the connection')
      .argument(
        '<identifier>',
        "the user on whose behalf calls are made: the subject of the caller's token",
        nameArgument,
      )
      .option('--token-file <file>', 'read the token from this file')
      .option('--pending', 'connect without a token for now')
      .option('--expires <time>', 'when the token expires, such as 2027-01-31', futureTime),
    databaseCommand('disconnect', 'Remove an account.', disconnect)
      .argument('[connection]', 'exact name of the connection')
      .argument('[identifier]', 'exact identifier')
      .option('--unreadable', 'remove all accounts whose tokens cannot be decrypted')
      .option('--yes <count>', 'with --unreadable: the number of accounts to remove, as confirmation', count)
      .hook('preAction', (command) => {
        if (command.args.length === (command.opts<DisconnectOptions>().unreadable ? 0 : 2)) return;
        command.error('Pass either a connection and an identifier, or --unreadable.');
      }),
    databaseCommand(
      'rotate',
      'Encrypt all tokens, and the secrets of webhooks, with a new vault key, or with VAULT_KEY if that is set.',
      rotateVault,
    ),
  ]),
  commandGroup('keys', 'Manage the keys that authenticate callers to the services.', [
    databaseCommand('list', 'List all keys. They are stored as hashes and cannot be shown.', showKeys),
    databaseCommand(
      'generate',
      'Generate a key and print it once. For convo this is the API key of the organization: an Admin or Owner must ' +
        'generate it, and the previous key stops working immediately, unless --overlap is given. For talent it is a ' +
        'personal key.',
      generateKey,
    )
      .addArgument(new Argument('<service>', 'talent or convo').choices(connectorKinds))
      .requiredOption('--user <user>', 'id or email address of the user who generates the key')
      .option('--expires <time>', 'when the key expires, such as 2027-01-31', futureTime)
      .option('--overlap <minutes>', 'for convo: how long the previous key stays valid', overlapMinutes),
    databaseCommand('revoke', 'Revoke a key. It stops working immediately.', revokeStoredKey).argument(
      '<id>',
      'key id from "keys list"',
    ),
  ]),
  commandGroup('clients', 'Manage the programs that may call this platform.', [
    databaseCommand('list', 'List all clients. Secrets are stored as hashes and cannot be shown.', listClients),
    databaseCommand(
      'add',
      'Add a client and print its id and secret. The secret is shown only once.',
      addClient,
    ).argument('<name>', 'a name for the client, such as graph', nameArgument),
    databaseCommand(
      'revoke',
      'Revoke a client. Its secret and access tokens stop working immediately.',
      revokeClient,
    ).argument('<id>', 'client id from "clients list"'),
  ]),
  commandGroup('recordings', 'Manage the recordings folder shared by all nodes on one database.', [
    databaseCommand(
      'release',
      'Let the next start use another DATA_DIR for recordings. Recordings in the previous folder are lost.',
      async ({ db }) => {
        const { wasSet } = await releaseSharedFolder(db);
        const next = 'The next node to start sets the recordings folder.';
        return { record: { released: wasSet }, text: wasSet ? next : `No folder was set. ${next}` };
      },
    ),
  ]),
  commandGroup('webhooks', 'Manage webhooks and their deliveries.', [
    databaseCommand('list', 'List the webhooks of all organizations with their state and last request.', showWebhooks),
    databaseCommand('deliveries', 'List the deliveries of a webhook, the newest events first.', showDeliveries)
      .addArgument(webhookId())
      .addOption(new Option('--state <state>', 'only deliveries in this state').choices(deliveryStates))
      .option('--limit <count>', 'maximum number of deliveries', deliveryLimit, 50),
    databaseCommand('redeliver', 'Send an event to a webhook again, as if it had just occurred.', redeliverEvent)
      .addArgument(webhookId())
      .argument('<event-id>', 'event id from "webhooks deliveries"', uuidArgument),
    databaseCommand(
      'rotate',
      'Create a new secret for a webhook and print it once. The previous secret also signs requests until it expires.',
      rotateStoredSecret,
    )
      .addArgument(webhookId())
      .option(
        '--overlap <hours>',
        'how long the previous secret also signs requests; 0 to stop at once',
        overlapHours,
        24,
      )
      .option('--lost', 'also replace a secret that cannot be decrypted, because its vault key is lost'),
    databaseCommand('enable', 'Let a disabled webhook receive events again.', enableStoredWebhook).addArgument(
      webhookId(),
    ),
    // These commands import the connector on demand, because loading it would slow down every other command.
    reportingCommand('connect', 'Let a remote platform send the events of an organization to these graph nodes.')
      .requiredOption('--identifier <id>', identifierRule, nameArgument)
      .option(
        '--url <origin>',
        'origin under which the platform reaches a graph node (default: PUBLIC_URL)',
        originArgument,
      )
      .action(async (options: ConnectOptions) => {
        const { connectWebhooks } = await import('./webhooks/receiver-webhooks.ts');
        await connectWebhooks(options);
      }),
    reportingCommand('disconnect', 'Delete the webhooks that "webhooks connect" has created.')
      .requiredOption('--identifier <id>', identifierRule, nameArgument)
      .action(async (options: IdentifierOptions) => {
        const { disconnectWebhooks } = await import('./webhooks/receiver-webhooks.ts');
        await disconnectWebhooks(options);
      }),
  ]),
  commandGroup('events', 'Record events, which reach webhooks and subscriptions.', [
    databaseCommand(
      'emit',
      'Record an event of an activity. Its deliveries to webhooks start at once if a server is running on the database, ' +
        'otherwise when one starts.',
      emitEvent,
      {
        // A running server executes the command in place of this process.
        requestOf: (trigger, options) => ({ command: 'emit', trigger, options }),
        interrupted:
          'The server stopped before it confirmed the event. Check whether it was recorded before you try again.',
      },
    )
      .addArgument(new Argument('<trigger>', 'what happened').choices(Object.values(webhookTriggers)))
      .requiredOption('--activity <id>', 'id of the activity')
      .option('--user <id or email>', 'who shared, exported or played the conversation')
      .option('--recipient <email...>', 'with whom the conversation was shared', emailArguments)
      .option('--message <text>', 'message to the recipients')
      .option('--feedback <id>', 'id of the completed coaching feedback'),
  ]),
  clientCommand(),
];
