import type { Authentication } from '../../identity/identity.ts';

export interface PageSettings {
  publicUrl?: string | undefined;
  authentication: Authentication;
  hasGraphiql: boolean;
  hasTrustedDocuments: boolean;
  /** Whether `/mcp` is served. */
  hasAssistants: boolean;
  introspection: boolean;
  typePrefix: string;
}

export const originOf = ({ url }: Request, { publicUrl }: PageSettings): string => publicUrl ?? new URL(url).origin;

/** Where only trusted documents are executed, the command sends an id. */
export function curlCommand(
  origin: string,
  { query, settings: { authentication, hasTrustedDocuments } }: { query: string; settings: PageSettings },
): string {
  const headers = [
    "-H 'content-type: application/json'",
    ...('issuer' in authentication ? ['-H "authorization: Bearer $TOKEN"'] : []),
  ];
  const body = JSON.stringify(hasTrustedDocuments ? { documentId: 'sha256:…' } : { query });
  return [`curl ${origin}/graphql`, ...headers, `-d '${body}'`].join(' \\\n  ');
}
