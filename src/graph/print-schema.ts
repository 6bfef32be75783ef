import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printSubgraphSchema } from '@apollo/subgraph';
import { clientFiles } from './client-files.ts';
import { schema } from './schema.ts';

/** Prints the SDL of the subgraph, as `_service` returns it and `schema.graphql` stores it. */
export const printSchema = () => `${printSubgraphSchema(schema).trim()}\n`;

const file = 'schema.graphql';

/**
 * `npm run schema:print` writes `schema.graphql`; with `--check` it fails if the file is out of date. With `--client` it
 * writes the files for clients to the folder of `--out` instead.
 */
function main(): void {
  const { check, client, out } = parseArgs({
    options: {
      check: { type: 'boolean' },
      client: { type: 'boolean' },
      out: { type: 'string', default: 'client-schema' },
    },
  }).values;
  if (client) {
    mkdirSync(out, { recursive: true });
    for (const { name, print } of clientFiles) writeFileSync(join(out, name), print(schema));
  } else if (!check) {
    writeFileSync(file, printSchema());
  } else if (readFileSync(file, 'utf8') !== printSchema()) {
    console.error(`${file} is out of date; run: npm run schema:print`);
    process.exitCode = 1;
  }
}

if (import.meta.main) main();
