import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { prefixDocument, prefixVariables } from '../../graph/prefix/prefixed-document.ts';
import { createPrefixedNames } from '../../graph/prefix/prefixed-name.ts';
import { schema } from '../../graph/schema.ts';
import { examplesFolder } from '../graphql/graphiql/examples.ts';
import { OperatorError } from '../../tools/errors/operator-error.ts';

export interface TextFile {
  /** The path that messages show. */
  file: string;
  text: string;
}

export interface DocumentSource extends TextFile {
  /** The file of the same name that ends in `.json`, with examples of the variables. */
  variables?: TextFile;
}

/** Reads all documents in a folder and its subfolders. @throws OperatorError if unreadable or without documents */
export function readDocumentSources(folder: string): DocumentSource[] {
  const names = orFault(`${folder} is not a folder that can be read`, () => readdirSync(folder, { recursive: true }));
  const documents = names.map(String).filter(isDocument).toSorted();
  if (documents.length === 0) throw new OperatorError(`MCP_DOCUMENTS: ${folder} contains no .graphql file.`);
  return documents.map((name) => {
    const file = join(folder, name);
    const variables = file.replace(/\.graphql$/, '.json');
    return { ...readText(file), ...(existsSync(variables) && { variables: readText(variables) }) };
  });
}

/** Skips hidden folders: Kubernetes mounts the files of a volume in a hidden folder, and links to them from outside. */
const isDocument = (name: string): boolean =>
  name.endsWith('.graphql') && !name.split(sep).some((part) => part.startsWith('.'));

/** Reads the examples of GraphiQL, except the one with `_entities`, which is of use only to gateways. */
export function readExampleSources(typePrefix: string): DocumentSource[] {
  const names = createPrefixedNames(schema, typePrefix);
  const sources = readDocumentSources(examplesFolder).filter(({ text }) => !text.includes('_entities'));
  return sources.map(({ file, text, variables }) => ({
    file: relative(examplesFolder, file),
    text: prefixDocument(text, names),
    ...(variables && { variables: { ...variables, text: prefixVariables(variables.text, names) } }),
  }));
}

const readText = (file: string): TextFile => ({
  file,
  text: orFault(`${file} cannot be read`, () => readFileSync(file, 'utf8')),
});

function orFault<Result>(fault: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new OperatorError(`MCP_DOCUMENTS: ${fault}${code}.`, { cause: error });
  }
}
