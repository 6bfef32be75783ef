import { hash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const sha256 = (text: string) => hash('sha256', text, 'hex');

export const documents = {
  Lists: 'query Lists { lists { id name } }',
  CreateList:
    'mutation CreateList($name: String!) { createList(input: { name: $name }) { __typename ... on Problem { message } } }',
  Watch: 'subscription Watch { conversationEvents { id cursor } }',
} as const;

/** A manifest as `@apollo/generate-persisted-query-manifest` writes it. */
export const apolloManifest = (operations: object[]) =>
  JSON.stringify({ format: 'apollo-persisted-query-manifest', version: 1, operations });

export const apolloOperations = [
  { id: sha256(documents.Lists), name: 'Lists', type: 'query', body: documents.Lists },
  { id: sha256(documents.CreateList), name: 'CreateList', type: 'mutation', body: documents.CreateList },
  { id: sha256(documents.Watch), name: 'Watch', type: 'subscription', body: documents.Watch },
];

/** A folder for manifests. */
export async function createManifestFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'manifests-'));
  return {
    /** Writes a file and returns its path. */
    async write(text: string, name = 'manifest.json') {
      const file = join(folder, name);
      await writeFile(file, text);
      return file;
    },
    path: (name: string) => join(folder, name),
    close: () => rm(folder, { recursive: true }),
  };
}
