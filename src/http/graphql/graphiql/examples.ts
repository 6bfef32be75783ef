import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Example, ExampleGroup } from '../../explorer/settings.ts';
import { prefixDocument, prefixVariables } from '../../../graph/prefix/prefixed-document.ts';
import { createPrefixedNames } from '../../../graph/prefix/prefixed-name.ts';
import { schema } from '../../../graph/schema.ts';

export const examplesFolder = join(import.meta.dirname, 'examples');

/** Numbers in the names of folders and files define the order. A JSON file with the same name has the variables. */
export function readExamples(typePrefix = ''): ExampleGroup[] {
  const names = createPrefixedNames(schema, typePrefix);

  function readGroup(path: string): Example[] {
    const documents = readdirSync(path).filter((name) => name.endsWith('.graphql'));
    return documents.toSorted().map((name) => readExample(join(path, name)));
  }

  function readExample(document: string): Example {
    const query = readFileSync(document, 'utf8').replaceAll(toolDescription, '');
    const variables = document.replace(/\.graphql$/, '.json');
    return {
      title: titleOf(basename(document, '.graphql')),
      description: descriptionOf(query),
      query: prefixDocument(query, names),
      ...(existsSync(variables) && { variables: prefixVariables(readFileSync(variables, 'utf8'), names) }),
    };
  }

  return readdirSync(examplesFolder)
    .toSorted()
    .map((group) => ({ title: titleOf(group), examples: readGroup(join(examplesFolder, group)) }));
}

/** Matches a description for assistants, with the empty comment line before it. */
const toolDescription = /^#\n# @tool .*\n/gm;

/** Returns `Filtered page` for `01-filtered-page`. */
function titleOf(name: string): string {
  const words = name.replace(/^\d+-/, '').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the first sentence of the comment with which a document begins. */
function descriptionOf(query: string): string {
  const [paragraph = ''] = /^(?:# .+\n)+/.exec(query) ?? [];
  const text = paragraph.replaceAll(/^# /gm, '').replaceAll('\n', ' ');
  return /^.*?\.(?= )/.exec(text)?.[0] ?? text;
}
