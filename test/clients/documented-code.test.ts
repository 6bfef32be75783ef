import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graph/schema.ts';

const page = await readFile('src/graph/README.md', 'utf8');
const operations = Array.from(page.matchAll(/```gql\n([\s\S]*?)```/g), ([, operation = '']) => ({ operation }));

describe('the documentation of clients', () => {
  it('links to all code that the tested applications share', async () => {
    const tested = (await readdir(join(import.meta.dirname, 'set-up'))).filter((name) => /^[\w-]+\.ts$/.test(name));
    expect(tested.filter((name) => !page.includes(`(../../test/clients/set-up/${name})`))).toEqual([]);
  });

  it.each(operations)('shows a valid operation: $operation', ({ operation }) => {
    expect(validate(schema, parse(operation))).toEqual([]);
  });
});
