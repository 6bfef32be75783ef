import type { Authentication } from '../../identity/identity.ts';

/** What the pages for people say about the configuration of the graph. */
export interface PageFacts {
  /** Origin under which clients reach this server; undefined if it is not configured. */
  publicUrl: string | undefined;
  authentication: Authentication;
  hasGraphiql: boolean;
  hasTrustedDocuments: boolean;
  /** Whether the schema files can be downloaded. */
  introspection: boolean;
  /** Prefix of type and root field names; empty for none. */
  typePrefix: string;
}

/** Returns the origin that a page names: the public one, otherwise the one that the visitor uses. */
export const originOf = ({ url }: Request, { publicUrl }: PageFacts): string => publicUrl ?? new URL(url).origin;

/** A command that sends the query, or the id of a document where only trusted documents are executed. */
export function curlCommand(
  origin: string,
  { query, facts: { authentication, hasTrustedDocuments } }: { query: string; facts: PageFacts },
): string {
  const headers = [
    "-H 'content-type: application/json'",
    ...('issuer' in authentication ? ['-H "authorization: Bearer $TOKEN"'] : []),
  ];
  const body = JSON.stringify(hasTrustedDocuments ? { documentId: 'sha256:…' } : { query });
  return [`curl ${origin}/graphql`, ...headers, `-d '${body}'`].join(' \\\n  ');
}
