import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inputIssues } from '../tools/rules/input-issues.ts';
import { typePrefix } from '../tools/rules/field-rules.ts';
import { addRequiredScopes } from './federation/gateway-directives.ts';
import { clientFiles } from './client-files.ts';
import { createPrefixedNames } from './prefix/prefixed-name.ts';
import { printPrefixedSdl } from './prefix/prefixed-schema.ts';
import { schema, schemaWithPrefix } from './schema.ts';

/** Prints the SDL of the subgraph, as `_service` returns it and `schema.graphql` stores it. */
export const printSchema = (prefix = '') => `${printPrefixedSdl(schema, createPrefixedNames(schema, prefix)).trim()}\n`;

const schemaFile = 'schema.graphql';

/**
 * `npm run schema:print` writes `schema.graphql`; `--check` fails if the file is out of date. `--client` writes the files
 * for clients to the folder of `--out`. `--prefix Deal` adds a prefix, `--scopes` adds `@requiresScopes`; both print the
 * schema to the standard output.
 */
function main(): void {
  const { check, client, out, prefix, scopes } = parseArgs({
    options: {
      check: { type: 'boolean' },
      client: { type: 'boolean' },
      out: { type: 'string', default: 'client-schema' },
      prefix: { type: 'string' },
      scopes: { type: 'boolean' },
    },
  }).values;
  const faults = prefix === undefined ? [] : faultsOf(prefix);
  if (faults.length > 0) return fail(faults.join('\n'));
  if (client) {
    mkdirSync(out, { recursive: true });
    const clientSchema = schemaWithPrefix(prefix ?? '');
    for (const { name, print } of clientFiles) writeFileSync(join(out, name), print(clientSchema));
  } else if (scopes) {
    process.stdout.write(addRequiredScopes(printSchema(prefix), schemaWithPrefix(prefix ?? '')));
  } else if (prefix !== undefined) {
    process.stdout.write(printSchema(prefix));
  } else if (!check) {
    writeFileSync(schemaFile, printSchema());
  } else if (readFileSync(schemaFile, 'utf8') !== printSchema()) {
    fail(`${schemaFile} is out of date; run: npm run schema:print`);
  }
}

function faultsOf(prefix: string): string[] {
  const checked = inputIssues(typePrefix, prefix);
  return 'issues' in checked
    ? checked.issues.map(({ message }) => `--prefix ${message}; it is ${JSON.stringify(prefix)}.`)
    : [];
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

if (import.meta.main) main();
