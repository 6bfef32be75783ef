import { readFileSync, writeFileSync } from 'node:fs';
import { printSubgraphSchema } from '@apollo/subgraph';
import { schema } from './schema.ts';

/** Prints the SDL of the subgraph, as `_service` returns it and `schema.graphql` stores it. */
export const printSchema = () => `${printSubgraphSchema(schema).trim()}\n`;

const file = 'schema.graphql';

/** `npm run schema:print` writes `schema.graphql`; with `--check` it fails if the file is out of date. */
if (import.meta.main) {
  if (!process.argv.includes('--check')) writeFileSync(file, printSchema());
  else if (readFileSync(file, 'utf8') !== printSchema()) {
    console.error(`${file} is out of date; run: npm run schema:print`);
    process.exitCode = 1;
  }
}
