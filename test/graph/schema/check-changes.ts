import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { breakingChanges, reduceSchema, unlistedChanges } from './schema-changes.ts';

/**
 * `npm run schema:check` fails if `CHANGELOG.md` omits a breaking change of `schema.graphql` since
 * the last release. With `--release`, it stores `schema.graphql` as the released schema.
 */
const releasedFile = join(import.meta.dirname, 'released-schema.graphql');
const { release } = parseArgs({ options: { release: { type: 'boolean' } } }).values;
const current = await readFile('schema.graphql', 'utf8');
if (release) {
  await writeFile(releasedFile, reduceSchema(current));
} else {
  const changes = await breakingChanges(await readFile(releasedFile, 'utf8'), current);
  const unlisted = unlistedChanges(changes, await readFile('CHANGELOG.md', 'utf8'));
  for (const { message, names } of unlisted) {
    const expected = names.map((list) => list.map((name) => `\`${name}\``).join(' and ')).join(', or ');
    console.error(`CHANGELOG.md must name ${expected} under [Unreleased]: ${message}`);
  }
  if (unlisted.length > 0) process.exitCode = 1;
}
