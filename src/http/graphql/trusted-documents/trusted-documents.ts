import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type DocumentNode, type GraphQLSchema, Kind, OperationTypeNode, parse, stripIgnoredCharacters } from 'graphql';
import { maxTokens } from '../../../operation/operation-limits.ts';
import { OperatorError } from '../../../tools/errors/operator-error.ts';
import { firstDocumentError, parseBounded } from '../limits/document-rules.ts';
import { z } from 'zod';
import { parseJson } from '../../../tools/rules/json.ts';

export type TrustedDocuments = ReturnType<typeof readTrustedDocuments>;

const maxFaults = 20;

interface ReadOptions {
  schema: GraphQLSchema;
  introspection: boolean;
}

/** Checks each document as if a client sent it. @throws OperatorError that lists up to `maxFaults` faults */
export function readTrustedDocuments(files: readonly string[], options: ReadOptions) {
  const faults: string[] = [];
  const byId = new Map<string, string>();
  const bySha256 = new Map<string, string>();
  const byText = new Map<string, string>();

  /** Adds the document, or returns its fault. */
  function add(entry: ManifestEntry): string | undefined {
    const { id, body } = entry;
    if ((byId.get(id) ?? body) !== body) return `has two documents with the id ${JSON.stringify(id)}`;
    const algorithm = algorithmOf(id);
    if (algorithm && withoutPrefix(id) !== hash(algorithm, body, 'hex'))
      return `has changed: the id ${JSON.stringify(id)} is not the ${algorithmNames[algorithm]} of its document`;
    const fault = documentFault(entry, options);
    if (fault !== undefined) return `is invalid: the document ${JSON.stringify(id)} ${fault}`;
    byId.set(id, body);
    bySha256.set(sha256Of(body), body);
    byText.set(stripIgnoredCharacters(body), body);
    return undefined;
  }

  for (const file of files) {
    const entries = readFile(file);
    const fileFaults = 'fault' in entries ? [entries.fault] : entries.flatMap((entry) => add(entry) ?? []);
    faults.push(...fileFaults.map((fault) => `TRUSTED_DOCUMENTS: ${file} ${fault}.`));
  }
  if (faults.length > maxFaults) {
    const further = faults.splice(maxFaults).length;
    faults.push(`TRUSTED_DOCUMENTS: there are ${further} further faults.`);
  }
  if (faults.length > 0) throw new OperatorError(faults.join('\n'));
  // Both functions return the text of a document as its manifest contains it.
  return {
    /** Finds a document by its id in a manifest, or by its SHA-256, with or without the prefix `sha256:`. */
    find: (id: string) => byId.get(id) ?? bySha256.get(withoutPrefix(id)),
    /** Finds the document that equals a text, apart from white space, commas and comments. */
    findText(text: string): string | undefined {
      const unchanged = bySha256.get(sha256Of(text));
      if (unchanged !== undefined) return unchanged;
      try {
        // The token limit bounds the time that a rejected text takes.
        parse(text, { maxTokens, noLocation: true });
        return byText.get(stripIgnoredCharacters(text));
      } catch {
        return undefined;
      }
    },
  };
}

function readFile(file: string): ManifestEntry[] | { fault: string } {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return { fault: `cannot be read${code}` };
  }
  const entries = readManifest(text);
  return Array.isArray(entries) && entries.length === 0 ? { fault: 'contains no documents' } : entries;
}

function documentFault({ body, operation }: ManifestEntry, options: ReadOptions): string | undefined {
  let document: DocumentNode;
  try {
    document = parseBounded(body);
  } catch (error) {
    return messageOf(error);
  }
  if (operation && !hasOperation(document, operation)) {
    return `does not contain the ${operation.type} ${JSON.stringify(operation.name)}`;
  }
  const error = firstDocumentError(document, options);
  return error === undefined ? undefined : messageOf(error);
}

const hasOperation = ({ definitions }: DocumentNode, { name, type }: NonNullable<ManifestEntry['operation']>) =>
  definitions.some(
    (each) => each.kind === Kind.OPERATION_DEFINITION && each.operation === type && each.name?.value === name,
  );

const messageOf = (error: unknown) =>
  `has an error: ${(error instanceof Error ? error.message : String(error)).replace(/\.$/, '')}`;

const sha256Of = (text: string) => hash('sha256', text, 'hex');

const algorithmNames = { sha256: 'SHA-256', sha1: 'SHA-1', md5: 'MD5' } as const;

/** Recognizes hashes: Apollo uses SHA-256; by default, GraphQL Code Generator uses SHA-1, and Relay MD5. */
function algorithmOf(id: string): keyof typeof algorithmNames | undefined {
  if (/^(sha256:|[\da-f]{64}$)/i.test(id)) return 'sha256';
  if (/^[\da-f]{40}$/i.test(id)) return 'sha1';
  return /^[\da-f]{32}$/i.test(id) ? 'md5' : undefined;
}

const withoutPrefix = (id: string) => id.replace(/^sha256:/i, '').toLowerCase();

interface ManifestEntry {
  id: string;
  body: string;
  /** The operation of an entry in Apollo's format; other formats do not name the operation. */
  operation?: { name: string; type: OperationTypeNode } | undefined;
}

const apolloFormat = 'apollo-persisted-query-manifest';

const apolloSchema = z.looseObject({
  format: z.literal(apolloFormat),
  version: z.literal(1),
  operations: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      type: z.enum(OperationTypeNode),
      body: z.string(),
    }),
  ),
});

const mapSchema = z.record(z.string(), z.string());

function readManifest(text: string): ManifestEntry[] | { fault: string } {
  const content = parseJson(text);
  if (content === undefined) return { fault: 'is not valid JSON' };
  const apollo = apolloSchema.safeParse(content);
  if (apollo.success) {
    return apollo.data.operations.map(({ id, body, name, type }) => ({ id, body, operation: { name, type } }));
  }
  if (mapSchema.safeParse(content).success) return entriesOf(text);
  return {
    fault: `has an unknown format: it must be a manifest of Apollo ("format": "${apolloFormat}", "version": 1), or an object with the id and the text of each document`,
  };
}

/** Matches a key and its value in an object of strings, in which only keys are followed by a colon. */
const keyAndValue = /("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*")/g;

/** Returns all entries. Unlike `JSON.parse`, includes duplicate keys, to report two documents with the same id. */
const entriesOf = (text: string): ManifestEntry[] =>
  Array.from(text.matchAll(keyAndValue), ([, id = '', body = '']) => ({
    id: z.string().parse(JSON.parse(id)),
    body: z.string().parse(JSON.parse(body)),
  }));
