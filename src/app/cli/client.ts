import { Argument, Command } from 'commander';
import { OperatorError } from '../../tools/errors/operator-error.ts';
import { type ClientName, clientCode, clientNames } from './client-code.ts';
import { printReport, readOwnConfig } from './command.ts';

export function clientCommand(): Command {
  return new Command('client')
    .description('Print the set-up of a client library for this server, to save in your app.')
    .addArgument(new Argument('<client>', 'client library').choices(clientNames))
    .action(async (name: ClientName) => {
      const { publicOrigin, serves, typePrefix } = readOwnConfig();
      if (!serves.has('graph')) throw new OperatorError('SERVES has no graph. Run this command where the graph is.');
      const { schemaWithPrefix } = await import('../../graph/schema.ts');
      const code = clientCode({ name, url: `${publicOrigin}/graphql`, schema: schemaWithPrefix(typePrefix) });
      await printReport({}, { record: undefined, text: code.trimEnd() });
    });
}
