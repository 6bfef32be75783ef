import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { maxDepth } from '../../../../src/operation/operation-limits.ts';
import { schema } from '../../../../src/graph/schema.ts';
import { readTrustedDocuments } from '../../../../src/http/graphql/trusted-documents/trusted-documents.ts';
import { writeClientDocuments } from '../../../../codegen.ts';
import { startHttpGraph } from '../../http-graph.ts';
import { apolloManifest, apolloOperations, documents, sha256 } from './manifests.ts';
import { createFolder } from '../../../support/folder.ts';
import { useResource } from '../../../support/resource.ts';
import { startError } from '../../../support/network/start-app.ts';

const folder = useResource(createFolder);

const read = (...files: string[]) => readTrustedDocuments(files, { schema, introspection: true });

describe('the trusted documents of a manifest', () => {
  it('of Apollo are found by their ids, their SHA-256 and their texts', async () => {
    const own = { id: 'lists-of-app-1', name: 'Lists', type: 'query', body: documents.Lists };
    const found = read(await folder.write('manifest.json', apolloManifest([...apolloOperations.slice(1), own])));
    expect(found.find('lists-of-app-1')).toBe(documents.Lists);
    expect(found.find(sha256(documents.Lists))).toBe(documents.Lists);
    expect(found.find(`sha256:${sha256(documents.Lists)}`)).toBe(documents.Lists);
    expect(found.find(sha256('{ lists { id } }'))).toBeUndefined();
    expect(found.findText(documents.Watch)).toBe(documents.Watch);
    expect(found.findText('# A comment\nquery Lists {\n  lists { id, name }\n}\n')).toBe(documents.Lists);
    expect(found.findText('query Lists { lists { name id } }')).toBeUndefined();
    expect(found.findText('query Lists { lists { id "')).toBeUndefined();
    expect(found.findText(`query Lists { lists { id name } } ${'{'.repeat(1_000_000)}`)).toBeUndefined();
  });

  it.each([
    ['sha1', ''],
    ['sha256', 'sha256:'],
  ] as const)('of the client preset with %s are found by their ids', async (hashAlgorithm, prefix) => {
    const output = `${folder.file(hashAlgorithm)}/`;
    await writeClientDocuments(output, Object.values(documents), { persistedDocuments: { hashAlgorithm } });
    const file = `${output}persisted-documents.json`;
    const entries: [string, string][] = Object.entries(JSON.parse(await readFile(file, 'utf8')));
    const found = read(file);
    expect(entries).toHaveLength(3);
    for (const [id, body] of entries) {
      expect(id).toBe(prefix + hash(hashAlgorithm, body));
      expect([found.find(id), found.find(sha256(body)), found.findText(body)]).toEqual([body, body, body]);
    }
  });

  it('of Relay are found by their ids', async () => {
    const id = hash('md5', documents.Lists);
    const file = await folder.write('manifest.json', JSON.stringify({ [id]: documents.Lists }, undefined, 2));
    expect(read(file).find(id)).toBe(documents.Lists);
  });

  it('of several manifests are all found, also if two contain the same document', async () => {
    const apollo = await folder.write('apollo.json', apolloManifest(apolloOperations));
    const relay = await folder.write(
      'relay.json',
      JSON.stringify({ [sha256(documents.Lists)]: documents.Lists, 1: '{ __typename }' }),
    );
    expect(read(apollo, relay).find(sha256(documents.Lists))).toBe(documents.Lists);
    expect(read(apollo, relay).find('1')).toBe('{ __typename }');
  });
});

describe('a server', () => {
  const faultOf = async (text: string, environment: Record<string, string> = {}) => {
    const file = await folder.write('manifest.json', text);
    const message = await startError({ TRUSTED_DOCUMENTS: file, ...environment });
    return message.replaceAll(file, 'manifest.json');
  };
  const [lists = { id: '' }] = apolloOperations;
  const formatFault =
    'OperatorError: TRUSTED_DOCUMENTS: manifest.json has an unknown format: it must be a manifest of Apollo ("format": "apollo-persisted-query-manifest", "version": 1), or an object with the id and the text of each document.';
  const tooDeep = `{ signals { nodes ${'{ samePersonSignals '.repeat(maxDepth)} { id } ${'}'.repeat(maxDepth)} } }`;

  it('does not start if the file cannot be read', async () => {
    const file = folder.file('missing.json');
    expect(await startError({ TRUSTED_DOCUMENTS: file })).toBe(
      `OperatorError: TRUSTED_DOCUMENTS: ${file} cannot be read (ENOENT).`,
    );
  });

  it.each<[string, string, string]>([
    ['is not JSON', '{', 'is not valid JSON.'],
    ['is empty', '{}', 'contains no documents.'],
    ['has no operations', apolloManifest([]), 'contains no documents.'],
    [
      'has two documents with one id',
      apolloManifest([lists, { ...lists, body: 'query Lists { lists { id } }' }]),
      `has two documents with the id "${lists.id}".`,
    ],
    ['has an id twice', '{ "a": "{ __typename }", "a" : "{ lists { id } }" }', 'has two documents with the id "a".'],
    [
      'was changed',
      apolloManifest([{ ...lists, body: 'query Lists { lists { id } }' }]),
      `has changed: the id "${lists.id}" is not the SHA-256 of its document.`,
    ],
    [
      'was changed and has prefixes',
      JSON.stringify({ [`sha256:${lists.id}`]: '{ __typename }' }),
      `has changed: the id "sha256:${lists.id}" is not the SHA-256 of its document.`,
    ],
    ...(['SHA256', 'SHA1', 'MD5'] as const).map((algorithm): [string, string, string] => {
      const id = hash(algorithm, documents.Lists).toUpperCase();
      const name = algorithm.replace('SHA', 'SHA-');
      const fault = `has changed: the id "${id}" is not the ${name} of its document.`;
      return [`was changed and has a ${name} in upper case`, JSON.stringify({ [id]: '{ __typename }' }), fault];
    }),
    [
      'contains a syntax error',
      '{ "a": "{ lists {" }',
      'is invalid: the document "a" has an error: Syntax Error: Expected Name, found <EOF>.',
    ],
    [
      'does not match the schema',
      '{ "a": "{ lists { title } }" }',
      'is invalid: the document "a" has an error: Cannot query field "title" on type "List".',
    ],
    [
      'contains another operation than it says',
      apolloManifest([{ id: 'a', name: 'Lists', type: 'mutation', body: documents.Lists }]),
      'is invalid: the document "a" does not contain the mutation "Lists".',
    ],
    [
      'contains a document that is too deep',
      JSON.stringify({ a: tooDeep }),
      `is invalid: the document "a" has an error: Query depth limit of ${maxDepth} exceeded, found ${maxDepth + 3}.`,
    ],
    [
      'contains a document with too many fields',
      JSON.stringify({ a: `{ ${'__typename '.repeat(501)} }` }),
      'is invalid: the document "a" has an error: The document has more than 500 fields.',
    ],
    [
      'contains a document with too many lines',
      JSON.stringify({ a: `{ __typename ${'\n'.repeat(2_500)} }` }),
      'is invalid: the document "a" has an error: The document has more than 2500 lines.',
    ],
    [
      'contains a document with too many tokens',
      JSON.stringify({ a: `{ ${'__typename '.repeat(2_499)} }` }),
      'is invalid: the document "a" has an error: The document has more than 2500 tokens.',
    ],
  ])('does not start if the manifest %s', async (_, text, fault) => {
    expect(await faultOf(text)).toBe(`OperatorError: TRUSTED_DOCUMENTS: manifest.json ${fault}`);
  });

  it.each(['[]', '"text"', '{ "a": 1 }', '{ "a": { "b": "c" } }', apolloManifest([{ id: 'a' }])])(
    'does not start if the manifest is %s',
    async (text) => expect(await faultOf(text)).toBe(formatFault),
  );

  it('checks documents against the schema with the prefix', async () => {
    const fault = 'is invalid: the document "a" has an error: Cannot query field "lists" on type "Query".';
    expect(await faultOf('{ "a": "{ lists { id } }" }', { GRAPH_TYPE_PREFIX: 'Deal' })).toContain(fault.slice(0, -1));
    expect(await faultOf('{ "a": "{ dealLists { id } }" }', { GRAPH_TYPE_PREFIX: 'Deal' })).toBe('started');
  });

  it('does not start if a document introspects a hidden schema', async () => {
    const text = '{ "a": "{ __schema { queryType { name } } }" }';
    expect(await faultOf(text, { INTROSPECTION: 'false' })).toMatch(
      /^OperatorError: TRUSTED_DOCUMENTS: manifest.json is invalid: the document "a" has an error: GraphQL introspection has been disabled/,
    );
    expect(await faultOf(text)).toBe('started');
  });

  it('reports the faults of all manifests, at most twenty', async () => {
    const ids = Array.from({ length: 25 }, (_, index) => [`id-${index}`, '{ missing }']);
    const message = await faultOf(JSON.stringify(Object.fromEntries(ids)));
    expect(message.split('\n')).toHaveLength(21);
    expect(message).toMatch(/"id-19" has an error.*\nTRUSTED_DOCUMENTS: there are 5 further faults\.$/);
  });

  it('that serves the platform only does not read the manifest', async () => {
    const environment = { TRUSTED_DOCUMENTS: folder.file('missing.json'), SERVES: 'platform' };
    const graph = await startHttpGraph({ environment });
    expect((await fetch(`${graph.origin}/health`)).status).toBe(200);
    await graph.close();
  });
});
