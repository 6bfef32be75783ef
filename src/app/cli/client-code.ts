import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { clientFiles } from '../../graph/client-files.ts';
import { graphUrl } from '../../clients/options.ts';

const folder = join(import.meta.dirname, '..', '..', 'clients');

export const clientNames = ['apollo', 'urql', 'relay', 'graphql-request'] as const;

export type ClientName = (typeof clientNames)[number];

interface CodeOptions {
  name: ClientName;
  /** The address of the graph. */
  url: string;
  schema: GraphQLSchema;
}

/** The code in `src/clients` for a client, in one TypeScript file with the address and the names of a server. */
export function clientCode({ name, url, schema }: CodeOptions): string {
  const imports: string[] = [];
  const parts: string[] = [];
  const added = new Set<string>();
  let install = '';
  addModule(`${name}.ts`);
  return [install + imports.join(''), ...parts].map((part) => part.trim()).join('\n\n') + '\n';

  /** Adds a file after those that it imports. */
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
      else if (local.endsWith('.json')) parts.push(`const ${names.trim()} = ${printed(local)};`);
      else addModule(local);
      return '';
    });
    parts.push(code.replace(`'${graphUrl}'`, `'${url}'`));
  }

  function printed(file: string): string {
    const data: unknown = JSON.parse(clientFiles.find((each) => each.name === file)?.print(schema) ?? '');
    return JSON.stringify(data, null, 2).replaceAll(/\[[^\]]*\]/g, (list) => list.replaceAll(/\s+/g, ' '));
  }
}

const importStatement = /^(?:im|ex)port ([^;]*?) from '([^']+)'[^;]*;\n/gm;
