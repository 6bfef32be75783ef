import { createFolder } from '../../../support/folder.ts';
import { hash } from 'node:crypto';

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

/** A folder with a manifest of these operations. */
export const createManifestFolder = (operations: object[] = apolloOperations) =>
  createFolder({ 'manifest.json': apolloManifest(operations) });
