import { hash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { clientFiles } from '../../graph/client-files.ts';
import { prefixDocument } from '../../graph/prefix/prefixed-document.ts';
import { createPrefixedNames } from '../../graph/prefix/prefixed-name.ts';
import { schema } from '../../graph/schema.ts';
import { grantableScopes } from '../../tools/tool.ts';
import type { Authentication } from '../identity/identity.ts';
import { preflightHeaders } from '../middleware/browser-rules.ts';

export interface PageSettings {
  publicUrl?: string | undefined;
  publicOrigin: string;
  production: boolean;
  authentication: Authentication;
  hasGraphiql: boolean;
  hasTrustedDocuments: boolean;
  /** Whether `/mcp` is served. */
  hasAssistants: boolean;
  introspection: boolean;
  typePrefix: string;
}

/** A sample query without quotation marks, which shells and JSON would have to escape. */
const firstQuery = '{ signals(first: 2) { nodes { fullName headline } } }';

/** Colors have a contrast of at least 4.5 to their backgrounds, in both schemes. */
const style = `
:root { color-scheme: light dark; --text: #1c1e21; --back: #fff; --code: #f1f3f5; --link: #0550ae; }
@media (prefers-color-scheme: dark) { :root { --text: #e8eaed; --back: #16181c; --code: #23262c; --link: #8ab4f8; } }
body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; background: var(--back); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; }
a { color: var(--link); }
code, pre { font: .9rem/1.5 ui-monospace, monospace; background: var(--code); overflow-wrap: anywhere; }
pre { padding: .8rem 1rem; white-space: pre-wrap; }
`;

/** The content security policy has the hash of the style sheet, so a formatter must not change this text. */
const styleElement = raw(`<style>${style}</style>`);

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page for browsers at `/`, and at `/graphql` on a server without GraphiQL. API clients use the same addresses. */
export function createServerPage(settings: PageSettings): (request: Request) => Promise<Response> {
  const { authentication, hasAssistants, hasGraphiql, hasTrustedDocuments, introspection } = settings;
  const query = prefixDocument(firstQuery, createPrefixedNames(schema, settings.typePrefix));
  const body = JSON.stringify(hasTrustedDocuments ? { documentId: 'sha256:…' } : { query });
  const token = 'issuer' in authentication ? ` \\\n  -H "authorization: Bearer $TOKEN"` : '';
  return async (request) => {
    const origin = originOf(request, settings);
    const { searchParams } = new URL(request.url);
    const isQuery = searchParams.has('query') || searchParams.has('documentId');
    const page = html`<!doctype html>
      <html lang="en">
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Talent and conversations</title>
        <link rel="icon" href="data:," />
        ${styleElement}
        <main>
          <h1>Talent and conversations</h1>
          <p>One GraphQL API over talent signals and conversation intelligence.</p>
          ${isQuery ? queryNote : ''}
          <h2>Endpoint</h2>
          <ul>
            <li>Queries and mutations: <code>POST ${origin}/graphql</code> with a JSON body</li>
            <li>
              Subscriptions: the same address with <code>Accept: text/event-stream</code>, or a WebSocket at
              <code>${origin.replace(/^http/, 'ws')}/graphql</code> with the subprotocol
              <code>graphql-transport-ws</code>
            </li>
            ${hasAssistants ? html`<li>Assistants: <code>${origin}/mcp</code>, the Model Context Protocol</li>` : ''}
          </ul>
          <p>${hasGraphiql ? graphiqlLink : hasTrustedDocuments ? trustedNote : 'This server has no GraphiQL.'}</p>
          <h2>First request</h2>
          <pre><code>curl ${origin}/graphql \\
  -H 'content-type: application/json'${token} \\
  -d '${body}'</code></pre>
          <h2>Authentication</h2>
          ${authenticationRules(authentication)}
          <h2>Schema and health</h2>
          <ul>
            ${introspection ? clientFiles.map(fileItem) : html`<li>The schema is hidden: introspection is disabled.</li>`}
            <li><a href="/health/live">/health/live</a>: the process responds.</li>
            <li><a href="/health/ready">/health/ready</a>: the process can serve requests.</li>
          </ul>
          <p>Every response has the header <code>x-request-id</code>. Quote it when you report a problem.</p>
        </main>
      </html> `;
    const headers = { 'content-type': 'text/html; charset=UTF-8', 'content-security-policy': policy, vary: 'Accept' };
    return new Response(String(await page), { headers });
  };
}

const graphiqlLink = html`<a href="/graphql">Open GraphiQL</a> to write queries with completion and documentation.`;

const trustedNote = html`This server executes only the documents of known clients, so it has no GraphiQL. Send the id of
  a document as <code>documentId</code>.`;

const queryNote = html`<h2>The query in the URL was not executed</h2>
  <p>
    Any website can make a browser open a URL. The server therefore executes a <code>GET</code> request only if it has
    one of the headers <code>${preflightHeaders.join(', ')}</code>.
  </p>`;

const fileItem = ({ name, description }: (typeof clientFiles)[number]) =>
  html`<li><a href="/${name}">/${name}</a>: ${description}</li>`;

const authenticationRules = (rules: Authentication) =>
  'issuer' in rules
    ? html`<p>
        Send a JWT with each request, also for the files of the schema: <code>Authorization: Bearer …</code>. Over a
        WebSocket, send <code>authorization</code> in the payload of <code>connection_init</code>. The token has the
        claims <code>iss</code> <code>${rules.issuer}</code>, <code>aud</code> <code>${rules.audience}</code>,
        <code>sub</code> (the caller), <code>exp</code>, and <code>scope</code>: some of
        <code>${grantableScopes.join(' ')}</code>.
      </p>`
    : html`<p>No token is needed: every request runs as the user <code>${rules.identifier}</code>.</p>`;

/** In production, a page must not show an address that the client chose by its `Host` header. */
export const originOf = ({ url }: Request, { publicUrl, publicOrigin, production }: PageSettings): string =>
  production ? publicOrigin : (publicUrl ?? new URL(url).origin);
