import { buildSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { fileVariables } from '../../../src/http/explorer/files/file-variables.ts';
import { schema, schemaWithPrefix } from '../../../src/graph/schema.ts';

describe('the variables that take a file', () => {
  const paths = (document: string, own = schema) => fileVariables(own, parse(document));

  it.each(['', 'Deal'])('are found in input objects with the type prefix %j', (prefix) => {
    const document = `mutation ($input: ${prefix}UploadActivityInput!, $id: ID) { __typename }`;
    expect(paths(document, schemaWithPrefix(prefix))).toEqual(['variables.input.recording']);
  });

  it('are found as variables of their own', () => {
    const document = `mutation ($file: File, $title: String!) {
      uploadActivity(input: { recording: $file, title: $title, language: "en_GB", hostUserEmail: "a@example.com" }) {
        __typename
      }
    }`;
    expect(paths(document)).toEqual(['variables.file']);
  });

  it.each([
    ['without variables', '{ lists { name } }'],
    ['of another type', 'query ($filter: SignalFilter) { signals(filter: $filter) { totalCount } }'],
    ['of an unknown type', 'query ($filter: Nothing) { __typename }'],
    ['of an output type', 'query ($filter: Signal) { __typename }'],
    ['of a list', 'query ($files: [File!]!) { __typename }'],
  ])('are none in a document %s', (_, document) => {
    expect(paths(document)).toEqual([]);
  });

  it('are found in an input that contains itself', () => {
    const nested = buildSchema(
      'scalar File input Folder { file: File, inner: Folder } type Query { a(in: Folder): Int }',
    );
    expect(paths('query ($in: Folder) { a(in: $in) }', nested)).toEqual(['variables.in.file']);
  });
});
