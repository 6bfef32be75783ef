import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clientFiles } from '../../src/graph/client-files.ts';
import { schema } from '../../src/graph/schema.ts';

describe('the schema files of the tested clients', () => {
  it.each(clientFiles.filter(({ name }) => name.endsWith('.json')))('$name is up to date', async ({ name, print }) => {
    await expect(print(schema)).toMatchFileSnapshot(resolve('src/clients', name));
  });
});
