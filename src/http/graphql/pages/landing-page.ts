import { html } from 'hono/html';
import { clientFiles } from '../../../graph/client-files.ts';
import { examplesWithPrefix } from './page-examples.ts';
import { curlCommand, originOf, type PageSettings } from './page-settings.ts';
import { codeBlock, type Markup, sendPage } from './page-layout.ts';

export function createLandingPage(settings: PageSettings): (request: Request) => Promise<Response> {
  const { firstQuery, examples } = examplesWithPrefix(settings.typePrefix);
  return (request) => {
    const origin = originOf(request, settings);
    return sendPage({
      title: 'Talent and conversations',
      introduction: 'One GraphQL API over talent signals and conversation intelligence.',
      sections: [
        { id: 'about', title: 'What this is', content: about },
        { id: 'endpoint', title: 'Endpoint', content: endpoint(origin, settings) },
        { id: 'authentication', title: 'How to authenticate', content: authentication(settings) },
        {
          id: 'first-request',
          title: 'Your first request',
          content: codeBlock('Command that sends an operation', curlCommand(origin, { query: firstQuery, settings })),
        },
        { id: 'examples', title: 'Examples', content: exampleList(examples, settings) },
        { id: 'schema', title: 'Schema', content: schemaFiles(settings) },
        { id: 'health', title: 'Health', content: health },
      ],
      footer: html`Every response has the header <code>x-request-id</code>. Quote it when you report a problem.`,
    });
  };
}

const about: Markup = html`<ul>
    <li>
      <strong>Talent signals:</strong> people who change jobs, found companies or join boards, with lists and saved
      searches.
    </li>
    <li>
      <strong>Conversations:</strong> calls and meetings with transcripts, summaries, questions, topics, scores and
      coaching.
    </li>
  </ul>
  <p>
    Each field says in its description what it costs. With the header <code>x-tool-trace: 1</code>, a response lists the
    tool calls that it needed.
  </p>`;

const endpoint = (origin: string, { hasGraphiql, hasTrustedDocuments, hasAssistants }: PageSettings): Markup =>
  html`<dl>
      <dt>Queries and mutations</dt>
      <dd><code>POST ${origin}/graphql</code> with a JSON body</dd>
      <dt>Subscriptions</dt>
      <dd>
        the same address with <code>Accept: text/event-stream</code>, or a WebSocket at
        <code>${origin.replace(/^http/, 'ws')}/graphql</code> with the subprotocol <code>graphql-transport-ws</code>
      </dd>
      ${
        hasAssistants
          ? html`<dt>Assistants</dt>
              <dd><code>${origin}/mcp</code>, the Model Context Protocol over Streamable HTTP</dd>`
          : ''
      }
    </dl>
    ${
      hasGraphiql
        ? html`<p><a href="/graphql">Open GraphiQL</a> to write queries with completion and documentation.</p>`
        : html`<p>${graphiqlNote(hasTrustedDocuments)}</p>`
    }`;

export const graphiqlNote = (hasTrustedDocuments: boolean): string =>
  hasTrustedDocuments
    ? 'This server executes only the documents of known clients, so it has no GraphiQL.'
    : 'This server has no GraphiQL. Use the one of a development server.';

const authentication = ({ authentication: rules }: PageSettings): Markup =>
  'issuer' in rules
    ? html`<p>
          Send a JWT with each request: <code>Authorization: Bearer …</code>. Over a WebSocket, send
          <code>authorization</code> in the payload of <code>connection_init</code>. The token must be signed, not
          expired, and have these claims:
        </p>
        <dl>
          <dt><code>iss</code></dt>
          <dd><code>${rules.issuer}</code></dd>
          <dt><code>aud</code></dt>
          <dd><code>${rules.audience}</code></dd>
          <dt><code>sub</code></dt>
          <dd>the caller</dd>
          <dt><code>scope</code></dt>
          <dd>
            permissions, separated by spaces: <code>talent:read</code>, <code>talent:write</code>,
            <code>convo:read</code>, <code>convo:write</code>
          </dd>
        </dl>`
    : html`<p>
        No token is needed: authentication is not configured, and every request runs as the user
        <code>${rules.identifier}</code>.
      </p>`;

const exampleList = (
  examples: ReturnType<typeof examplesWithPrefix>['examples'],
  { hasTrustedDocuments }: PageSettings,
): Markup => {
  if (hasTrustedDocuments) {
    return html`<p>
      Send the id of a trusted document as <code>documentId</code>, with its <code>variables</code>. Other documents are
      rejected with <code>QUERY_NOT_IN_SAFELIST</code>.
    </p>`;
  }
  return html`${examples.map(
    ({ title, explanation, query }) =>
      html`<h3>${title}</h3>
        <p>${explanation}</p>
        ${codeBlock(title, query)}`,
  )}`;
};

const schemaFiles = ({ introspection, authentication: rules }: PageSettings): Markup => {
  if (!introspection) {
    return html`<p>
      This server does not show its schema, because introspection is disabled. Download the schema from a development
      server.
    </p>`;
  }
  return html`<ul>
      ${clientFiles.map(
        ({ name, description }) =>
          html`<li>
            <a href="/${name}"><code>/${name}</code></a
            >: ${description}
          </li>`,
      )}
    </ul>
    ${'issuer' in rules ? html`<p>The downloads need a token like every request.</p>` : ''}`;
};

const health: Markup = html`<ul>
  <li>
    <a href="/health/live"><code>/health/live</code></a
    >: the process responds.
  </li>
  <li>
    <a href="/health/ready"><code>/health/ready</code></a
    >: its database or platform responds too.
  </li>
</ul>`;
