import type { Authentication } from '../../identity/identity.ts';

export interface PageFacts {
  /** Undefined if it is not configured. */
  publicUrl: string | undefined;
  authentication: Authentication;
  hasGraphiql: boolean;
  hasTrustedDocuments: boolean;
  /** Whether the schema files can be downloaded. */
  introspection: boolean;
  typePrefix: string;
}

/** The public origin, otherwise the one that the visitor uses. */
export const originOf = ({ url }: Request, { publicUrl }: PageFacts): string => publicUrl ?? new URL(url).origin;

/** Where only trusted documents are executed, the command sends an id. */
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
