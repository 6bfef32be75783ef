import { buildSchema, getOperationAST, parse } from 'graphql';
import { expect, it } from 'vitest';
import { fileVariables, usesFile } from '../../../src/http/explorer/files/file-picker.tsx';
import { schema, schemaWithPrefix } from '../../../src/graph/schema.ts';

const recursive = buildSchema(
  'scalar File input Folder { file: File, inner: Folder } type Query { a(in: Folder): Int }',
);

it.each([
  ['an input object', '$input: UploadActivityInput!, $id: ID', schema, ['variables.input.recording']],
  ['a schema with a prefix', '$in: DealUploadActivityInput!', schemaWithPrefix('Deal'), ['variables.in.recording']],
  ['an input that contains itself', '$in: Folder', recursive, ['variables.in.file']],
  ['a variable', '$file: File, $title: String!', schema, ['variables.file']],
  ['a list, which cannot be sent', '$files: [File!]!', schema, []],
  ['another type', '$filter: SignalFilter', schema, []],
  ['an unknown type', '$filter: Nothing, $others: [Nothing!]!', schema, []],
  ['an output type', '$filter: Signal', schema, []],
])('returns the paths of files in %s', (_, variables, own, paths) => {
  expect(fileVariables(own, parse(`query (${variables}) { __typename }`))).toEqual(paths);
});

it('sends the files of one operation', () => {
  const document = parse('mutation Upload($file: File!) { __typename } query Read($id: ID) { __typename }');
  const users = ['Upload', 'Read'].filter((name) => usesFile(getOperationAST(document, name), 'variables.file'));
  expect(users).toEqual(['Upload']);
});
