import { html } from 'hono/html';
import { preflightHeaders } from '../../middleware/browser-rules.ts';
import { graphiqlNote } from './landing-page.ts';
import { examplesWithPrefix } from './page-examples.ts';
import { curlCommand, originOf, type PageSettings } from './page-settings.ts';
import { codeBlock, sendPage } from './page-layout.ts';

export function createEndpointPage(settings: PageSettings): (request: Request) => Promise<Response> {
  const { firstQuery } = examplesWithPrefix(settings.typePrefix);
  return (request) => {
    const command = curlCommand(originOf(request, settings), { query: firstQuery, settings });
    const { searchParams } = new URL(request.url);
    const isQuery = searchParams.has('query') || searchParams.has('documentId');
    return sendPage({
      title: 'This is a GraphQL endpoint',
      introduction: 'This address is for API clients. There is nothing to see in a browser.',
      sections: [
        ...(isQuery
          ? [
              {
                id: 'not-executed',
                title: 'The query in the URL was not executed',
                content: html`<p>
                  Any website can make a browser open a URL. The server therefore executes a <code>GET</code> request
                  only if it has one of the headers
                  ${preflightHeaders.map((name, index) => html`${index > 0 ? ', ' : ''}<code>${name}</code>`)}.
                </p>`,
              },
            ]
          : []),
        {
          id: 'call',
          title: 'How to call it',
          content: html`<p>Send operations as JSON with <code>POST</code>:</p>
            ${codeBlock('Command that sends an operation', command)}
            ${
              settings.hasTrustedDocuments
                ? html`<p>
                    The server executes only trusted documents. <code>documentId</code> is the id of one of them.
                  </p>`
                : ''
            }`,
        },
        {
          id: 'graphiql',
          title: 'GraphiQL',
          content: html`<p>${graphiqlNote(settings.hasTrustedDocuments)}</p>`,
        },
      ],
      footer: html`<a href="/">About this server</a>: authentication, examples, schema and health`,
    });
  };
}
