import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, Command } from 'commander';
import type { GraphQLSchema } from 'graphql';
import { graphUrl } from '../../clients/options.ts';
import { OperatorError } from '../../tools/errors/operator-error.ts';
import { printReport, readOwnConfig } from './command.ts';

const folder = join(import.meta.dirname, '..', '..', 'clients');

export const clientNames = ['apollo', 'urql', 'relay', 'graphql-request'] as const;

type ClientName = (typeof clientNames)[number];

export function clientCommand(): Command {
  return new Command('client')
    .description('Print the set-up of a client library for this server, to save in your app.')
    .addArgument(new Argument('<client>', 'client library').choices(clientNames))
    .action(async (name: ClientName) => {
      const { publicOrigin, serves, typePrefix } = readOwnConfig();
      if (!serves.has('graph'))
        throw new OperatorError('SERVES does not include graph. Run this command on a node that serves the graph.');
      const { schemaWithPrefix } = await import('../../graph/schema.ts');
      const code = await clientCode({ name, url: `${publicOrigin}/graphql`, schema: schemaWithPrefix(typePrefix) });
      await printReport({}, { record: undefined, text: code.trimEnd() });
    });
}

interface CodeOptions {
  name: ClientName;
  /** The address of the graph. */
  url: string;
  schema: GraphQLSchema;
}

/** Returns the code of `src/clients` for a client library as one file, with the address and type names of a server. */
export async function clientCode({ name, url, schema }: CodeOptions): Promise<string> {
  // Import GraphQL on demand, because other commands do not need it.
  const { clientFiles } = await import('../../graph/client-files.ts');
  const imports: string[] = [];
  const parts: string[] = [];
  const added = new Set<string>();
  let install = '';
  addModule(`${name}.ts`);
  return [install + imports.join(''), ...parts].map((part) => part.trim()).join('\n\n') + '\n';

  /** Adds a file after the files that it imports. */
  function addModule(file: string): void {
    if (added.has(file)) return;
    added.add(file);
    const text = readFileSync(join(folder, file), 'utf8').replace(/^\/\/ npm install .*\n/, (line) => {
      install = line;
      return '';
    });
    const code = text.replaceAll(importStatement, (statement: string, names: string, source: string) => {
      const [, local] = /^\.\/(.*)$/.exec(source) ?? [];
      if (local === undefined) imports.push(statement);
      else if (local.endsWith('.json')) parts.push(`const ${names.trim()} = ${printedJson(local)};`);
      else addModule(local);
      return '';
    });
    parts.push(code.replace(`'${graphUrl}'`, `'${url}'`));
  }

  function printedJson(file: string): string {
    const data: unknown = JSON.parse(clientFiles.find((each) => each.name === file)?.print(schema) ?? '');
    return JSON.stringify(data, null, 2).replaceAll(/\[[^\]]*\]/g, (list) => list.replaceAll(/\s+/g, ' '));
  }
}

/** Matches an import or a re-export up to its line end; captures the names and the source. */
const importStatement = /^(?:im|ex)port ([^;]*?) from '([^']+)'[^;]*;\n/gm;
