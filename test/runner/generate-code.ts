import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

const inputs = [
  'package-lock.json',
  'schema.graphql',
  'src/clients/scalars.ts',
  'test/clients/apps/*',
  'test/clients/relay.config.json',
  'test/graph/**/*.graphql',
  'codegen.ts',
];
const outputs = [
  'test/support/generated/operations.ts',
  'test/clients/generated/gql.ts',
  'test/clients/generated/relay',
];
const hashFile = 'test/support/generated/.inputs';

/** Generates the typed operations of tests and clients, unless they are up to date. */
export async function generateCode(): Promise<void> {
  const hash = hashOfInputs();
  const isCurrent = existsSync(hashFile) && readFileSync(hashFile, 'utf8') === hash;
  if (isCurrent && outputs.every((path) => existsSync(path))) return;
  await promisify(execFile)('npm', ['run', 'codegen']);
  writeFileSync(hashFile, hash);
}

function hashOfInputs(): string {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((pattern) => globSync(pattern)).toSorted()) {
    hash.update(`${file}\n`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

if (import.meta.main) await generateCode();
