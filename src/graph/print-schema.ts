import { readFileSync, writeFileSync } from 'node:fs';
import { printSubgraphSchema } from '@apollo/subgraph';
import { schema } from './schema.ts';

/** The subgraph's SDL, as `_service` answers it and `schema.graphql` keeps it. */
export const printSchema = () => `${printSubgraphSchema(schema).trim()}\n`;

const file = 'schema.graphql';

/** `npm run schema:print` writes the file; with `--check` it only says whether the file is what it would write. */
if (import.meta.main) {
  if (!process.argv.includes('--check')) writeFileSync(file, printSchema());
  else if (readFileSync(file, 'utf8') !== printSchema()) {
    console.error(`${file} is not what the code says; run: npm run schema:print`);
    process.exitCode = 1;
  }
}
