import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graph/schema.ts';

const page = await readFile('src/graph/README.md', 'utf8');
const folder = join(import.meta.dirname, 'set-up');

/** Code blocks whose file is named in the line before. */
const files = Array.from(page.matchAll(/`([\w-]+\.ts)`:\n\n```ts\n([\s\S]*?)```/g), ([, name = '', code]) => ({
  name,
  code,
}));
const operations = Array.from(page.matchAll(/```gql\n([\s\S]*?)```/g), ([, operation = '']) => ({ operation }));

describe('the documentation of clients', () => {
  it('contains all code that the tested applications share', async () => {
    const tested = (await readdir(folder)).filter((name) => /^[\w-]+\.ts$/.test(name));
    expect(files.map(({ name }) => name).toSorted()).toEqual(tested.toSorted());
  });

  it.each(files)('shows $name as it is tested', async ({ name, code }) => {
    expect(code).toBe(await readFile(join(folder, name), 'utf8'));
  });

  it.each(operations)('shows a valid operation: $operation', ({ operation }) => {
    expect(validate(schema, parse(operation))).toEqual([]);
  });
});
