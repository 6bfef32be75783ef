import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graph/schema.ts';

const page = await readFile('src/graph/README.md', 'utf8');
const [, section = ''] = /^## Subscriptions\n([\s\S]*?)^## /m.exec(page) ?? [];

/** Code blocks whose file is named in the line before. */
const files = Array.from(section.matchAll(/`(\w+\.ts)`:\n\n```ts\n([\s\S]*?)```/g), ([, name = '', code]) => ({
  name,
  code,
}));
const operations = Array.from(section.matchAll(/```gql\n([\s\S]*?)```/g), ([, operation = '']) => ({ operation }));

describe('the documentation of subscriptions', () => {
  it('contains all code that the browser tests run', () => {
    expect(files.map(({ name }) => name)).toEqual(['resuming.ts', 'apollo.ts', 'urql.ts']);
  });

  it.each(files)('shows $name as it is tested', async ({ name, code }) => {
    expect(code).toBe(await readFile(join(import.meta.dirname, 'pages', name), 'utf8'));
  });

  it.each(operations)('shows a valid operation: $operation', ({ operation }) => {
    expect(validate(schema, parse(operation))).toEqual([]);
  });
});
