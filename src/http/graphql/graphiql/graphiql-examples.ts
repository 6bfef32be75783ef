import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ExampleTab {
  query: string;
  /** As JSON text. */
  variables?: string;
}

const folder = join(import.meta.dirname, 'examples');

/** The tabs that GraphiQL opens with, by file name: a document, and its variables in a JSON file of the same name. */
export function readExampleTabs(): ExampleTab[] {
  const documents = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
  return documents.toSorted().map((name) => {
    const query = readFileSync(join(folder, name), 'utf8');
    const variablesFile = join(folder, name.replace(/\.graphql$/, '.json'));
    return existsSync(variablesFile) ? { query, variables: readFileSync(variablesFile, 'utf8') } : { query };
  });
}
