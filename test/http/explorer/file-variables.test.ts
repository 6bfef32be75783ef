import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { fileVariables } from '../../../src/http/explorer/files/file-variables.ts';
import { schemaWithPrefix } from '../../../src/graph/schema.ts';

describe('the variables that take a file', () => {
  it.each(['', 'Deal'])('are found with the type prefix %j', (typePrefix) => {
    const document = parse(`mutation Upload($input: ${typePrefix}UploadActivityInput!, $id: ID) { __typename }`);

    expect(fileVariables(schemaWithPrefix(typePrefix), document)).toEqual(['variables.input.recording']);
  });
});
