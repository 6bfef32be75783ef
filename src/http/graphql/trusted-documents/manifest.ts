import { OperationTypeNode } from 'graphql';
import { z } from 'zod';
import { parseJson } from '../../../tools/rules/json.ts';

/** A document of a manifest. */
export interface ManifestEntry {
  id: string;
  /** The text of the document. */
  body: string;
  /** The operation that the manifest announces; formats other than Apollo's announce none. */
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

/** The manifests of the client preset and of Relay: documents by their ids. */
const mapSchema = z.record(z.string(), z.string());

/**
 * Reads the manifest of Apollo, of codegen's client preset or of Relay.
 * @returns the documents, or the rule that the text breaks
 */
export function readManifest(text: string): ManifestEntry[] | { fault: string } {
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

/** Matches a key and its value; in an object of strings, nothing else is followed by a colon. */
const keyAndValue = /("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*")/g;

/** Unlike `JSON.parse`, also returns duplicate keys, so that two documents with one id are reported. */
const entriesOf = (text: string): ManifestEntry[] =>
  Array.from(text.matchAll(keyAndValue), ([, id = '', body = '']) => ({
    id: z.string().parse(JSON.parse(id)),
    body: z.string().parse(JSON.parse(body)),
  }));
