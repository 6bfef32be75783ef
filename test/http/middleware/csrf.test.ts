import { describe, expect, it } from 'vitest';
import { createListBody, useHttpGraph } from '../http-graph.ts';
import { postJson } from '../../support/network/post-json.ts';
import { operationForm } from '../../support/graph/upload-form.ts';

const preflightHeaders = [
  'x-graphql-yoga-csrf',
  'apollo-require-preflight',
  'graphql-require-preflight',
  'x-apollo-operation-name',
];

const refusal = {
  errors: [
    {
      message:
        'Send the operation as application/json, or with one of the headers x-graphql-yoga-csrf, apollo-require-preflight, graphql-require-preflight, x-apollo-operation-name: a page of another site could have sent this request.',
      extensions: { code: 'CSRF_PREVENTED' },
    },
  ],
};

describe('requests that another site could send', () => {
  const graph = useHttpGraph();

  const post = (headers: Record<string, string>, body: BodyInit) =>
    fetch(`${graph.origin}/graphql`, { method: 'POST', headers, body });

  const foreign = (type: string, body: string) => ({
    headers: { 'content-type': type, origin: 'https://elsewhere.example' },
    body,
  });

  it.each<[what: string, init: RequestInit]>([
    ...['text/plain', 'text/plain; a=application/json', 'text/plain, application/json', 'application/jsonp'].map(
      (type): [string, RequestInit] => [type, foreign(type, createListBody.json('forged'))],
    ),
    [
      'application/x-www-form-urlencoded',
      foreign('application/x-www-form-urlencoded', createListBody.urlencoded('forged')),
    ],
    ['application/graphql', foreign('application/graphql', createListBody.document('forged'))],
    ['multipart/form-data', { body: operationForm(createListBody.json('forged')) }],
    ['a request without a content type', { body: new Blob([createListBody.json('forged')]) }],
    ['a GET request', { method: 'GET' }],
  ])('rejects %s', async (_, init) => {
    const search = init.method === 'GET' ? `?${createListBody.urlencoded('forged')}` : '';
    const response = await fetch(`${graph.origin}/graphql${search}`, { method: 'POST', ...init });

    expect(response.status).toBe(403);
    expect(await response.json()).toEqual(refusal);
    expect(await graph.listNames()).not.toContain('forged');
  });

  it.each(preflightHeaders)('accepts the header %s', async (header) => {
    const response = await post(
      { 'content-type': 'application/x-www-form-urlencoded', [header]: '1' },
      createListBody.urlencoded(`sent with ${header}`),
    );

    expect(response.status).toBe(200);
    expect(await graph.listNames()).toContain(`sent with ${header}`);
  });

  it.each(['application/json', 'application/json; charset=utf-8'])('accepts %s', async (type) => {
    const response = await post({ 'content-type': type }, createListBody.json(`sent as ${type}`));

    expect(response.status).toBe(200);
    expect(await graph.listNames()).toContain(`sent as ${type}`);
  });
});

describe('GET', () => {
  const graph = useHttpGraph();

  it.each(preflightHeaders)('runs a query with the header %s', async (header) => {
    const response = await fetch(`${graph.origin}/graphql?query={lists{name}}`, {
      headers: { [header]: '1', 'x-tool-trace': '0' },
    });
    expect(await response.json()).toEqual({ data: { lists: [] } });
  });

  it('never runs a mutation', async () => {
    const response = await fetch(`${graph.origin}/graphql?${createListBody.urlencoded('got')}`, {
      headers: { 'apollo-require-preflight': '1' },
    });

    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
    expect(await graph.listNames()).not.toContain('got');
  });

  it('shows GraphiQL to a browser and runs nothing', async () => {
    graph.tools.restore();
    const response = await fetch(`${graph.origin}/graphql?query={lists{name}}`, { headers: { accept: 'text/html' } });

    expect(response.headers.get('content-type')).toBe('text/html');
    expect(response.headers.get('content-security-policy')).toContain("connect-src 'self'");
    expect(await response.text()).toContain('<title>');
    expect(graph.tools.calls).toEqual([]);
  });

  it('sends GraphiQL in the smallest encoding that the browser accepts, and only once', async () => {
    const page = (headers: Record<string, string>) =>
      fetch(`${graph.origin}/graphql`, { headers: { accept: 'text/html', ...headers } });
    const accepted = ['gzip, deflate, br', 'br;q=0, gzip', 'identity'];
    const responses = await Promise.all(accepted.map((encodings) => page({ 'accept-encoding': encodings })));
    const [first, ...others] = await Promise.all(responses.map((response) => response.text()));
    const tags = responses.map(({ headers }) => headers.get('etag') ?? '');
    const [, gzipTag = ''] = tags;
    const again = await page({ 'accept-encoding': 'gzip', 'if-none-match': `"other", W/${gzipTag}` });
    const other = await page({ 'accept-encoding': 'br', 'if-none-match': gzipTag });

    expect(responses.map(({ headers }) => headers.get('content-encoding'))).toEqual(['br', 'gzip', null]);
    expect(others).toEqual([first, first]);
    expect(new Set(tags).size).toBe(3);
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', gzipTag]);
    expect([other.status, (await other.text()) === first]).toEqual([200, true]);
    for (const { headers } of [...responses, again]) {
      expect(headers.get('cache-control')).toBe('private, no-cache');
      expect(headers.get('vary')).toBe('Accept, Accept-Encoding');
      expect(headers.get('content-security-policy')).toContain("connect-src 'self'");
    }
  });
});

describe('GraphiQL in production', () => {
  const graph = useHttpGraph({ environment: { NODE_ENV: 'production' } });

  it.each(preflightHeaders)('is not shown to a program that sends the header %s', async (header) => {
    const response = await fetch(`${graph.origin}/graphql`, { headers: { accept: 'text/html', [header]: '1' } });

    expect(response.status).toBe(406);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'NOT_ACCEPTABLE' } }] });
  });

  it('is replaced by a page that explains the endpoint, which runs nothing', async () => {
    graph.tools.restore();
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const response = await fetch(`${graph.origin}/graphql?query={lists{name}}`, { headers });

    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    expect(await response.text()).toContain('The query in the URL was not executed');
    expect(graph.tools.calls).toEqual([]);
  });
});

describe('pages of other sites', () => {
  const graph = useHttpGraph();

  it('get no CORS headers', async () => {
    const response = await postJson(
      `${graph.origin}/graphql`,
      { query: '{ connectors { kind } }' },
      { headers: { origin: 'https://elsewhere.example' } },
    );
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  it('are denied access by a preflight request', async () => {
    const response = await fetch(`${graph.origin}/graphql`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });

    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({
      errors: [
        {
          message: 'Pages of https://elsewhere.example may not call the graph. Add this origin to CORS_ORIGINS.',
          extensions: { code: 'FORBIDDEN' },
        },
      ],
    });
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});
