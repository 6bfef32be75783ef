import { execFile } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { clientFiles } from '../../../src/graph/client-files.ts';
import { schema } from '../../../src/graph/schema.ts';
import { compileApp } from '../../clients/compile-app.ts';
import { createFolder } from '../../support/folder.ts';
import { useResource } from '../../support/resource.ts';

const packages = join(import.meta.dirname, 'node_modules');
const folder = useResource(createFolder);

it('compiles what the documented configuration of codegen generates', async () => {
  const page = await readFile('src/clients/README.md', 'utf8');
  const [, config = ''] = /```ts codegen.ts\n([\s\S]*?)```/.exec(page) ?? [];
  expect(config).toContain('http://127.0.0.1:4000/schema.graphql');
  const operation = 'mutation M($input: UploadActivityInput!) { uploadActivity(input: $input) { __typename } }';
  const files = {
    'codegen.ts': config.replace('http://127.0.0.1:4000/schema.graphql', 'schema.graphql'),
    'schema.graphql': clientFiles.find(({ name }) => name === 'schema.graphql')?.print(schema) ?? '',
    'src/app.tsx': `import { graphql } from './gql';\nexport const upload = graphql(\`${operation}\`);\n`,
  };
  for (const [name, text] of Object.entries(files)) await folder.write(name, text);
  await symlink(packages, folder.file('node_modules'));
  await promisify(execFile)(join(packages, '.bin/graphql-codegen'), [], { cwd: folder.path });
  expect(await compileApp(folder, { include: ['src'] })).toBe('');
});
