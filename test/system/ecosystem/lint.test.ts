import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { printSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutFederation } from '../../../src/graph/client-files.ts';
import { schema } from '../../../src/graph/schema.ts';
import { documentedOperations } from '../../graph/cost/estimate/documented-operations.ts';
import { lintConfig } from './lint-config.ts';

const pages = ['src/graph/ASSISTANTS.md', 'src/graph/README.md'];

/** The documents of both pages and of the test apps, except Relay's: its compiler adds the ids. */
const clientDocuments = [
  ...pages.flatMap((page) => blocksOf(page, /```(?:graphql|gql)\n([^`]+)```/g)),
  ...blocksOf('test/clients/apps/operations.ts', /graphql\(`([^`]+)`\)/g),
];

function blocksOf(file: string, pattern: RegExp): string[] {
  return Array.from(readFileSync(file, 'utf8').matchAll(pattern), ([, query = '']) => query);
}

describe('the recommended rules of @graphql-eslint', () => {
  let folder: string;
  let findings: { file: string; rule: string | null; message: string }[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'graphql-lint-'));
    // The schema for clients has no `_entities`, which only gateways select.
    const documents = new Set(
      [...documentedOperations.map(({ query }) => query), ...clientDocuments].filter(
        (query) => !/\b_entities\b/.test(query),
      ),
    );
    await mkdir(join(folder, 'operations'));
    await Promise.all([
      writeFile(join(folder, 'schema.graphql'), printSchema(withoutFederation(schema))),
      ...[...documents].map((text, index) => writeFile(join(folder, 'operations', `${index}.graphql`), text)),
      writeFile(join(folder, 'operations', 'faulty.graphql'), 'query GetLists { lists { name name } }'),
    ]);
    const eslint = new ESLint({ cwd: folder, overrideConfigFile: true, overrideConfig: lintConfig(folder) });
    const results = await eslint.lintFiles(['schema.graphql', 'operations/*.graphql']);
    expect(results).toHaveLength(documents.size + 2);
    findings = results.flatMap(({ filePath, messages }) =>
      messages.map(({ ruleId, message }) => ({ file: filePath.slice(folder.length + 1), rule: ruleId, message })),
    );
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('find nothing in the schema and in documented operations', () => {
    expect(findings.filter(({ file }) => file !== 'operations/faulty.graphql')).toEqual([]);
  });

  it('find faults in an operation that has some', () => {
    const faults = findings.filter(({ file }) => file === 'operations/faulty.graphql').map(({ rule }) => rule);
    expect(new Set(faults)).toEqual(
      new Set([
        '@graphql-eslint/naming-convention',
        '@graphql-eslint/no-duplicate-fields',
        '@graphql-eslint/require-selections',
      ]),
    );
  });
});
