import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorCodes } from '../../../src/tools/errors/error-codes.ts';
import { useHttpGraph } from '../http-graph.ts';
import { startIdentityLab } from '../identity/identity-lab.ts';
import { post, requestFaults, type Sent } from './request-faults.ts';
import { useLog } from '../../support/log-capture.ts';
import { sendRaw } from '../../support/network/raw-request.ts';

const answerSchema = z.object({
  data: z.unknown().optional(),
  errors: z.array(z.object({ message: z.string().min(1), extensions: z.looseObject({ code: z.string() }) })).optional(),
});

const types = ['application/json', 'application/graphql-response+json'] as const;

async function send(origin: string, { path = '', headers = {}, ...init }: Sent, accept: string | undefined) {
  const response = await fetch(`${origin}/graphql${path}`, {
    method: 'POST',
    ...init,
    headers: { ...headers, ...(accept !== undefined && { accept }), 'x-tool-trace': '0' },
  });
  const text = await response.text();
  const { data, errors = [] } = answerSchema.parse(JSON.parse(text));
  return {
    text,
    data,
    status: response.status,
    type: response.headers.get('content-type'),
    code: errors[0]?.extensions.code,
    requestId: response.headers.get('x-request-id'),
  };
}

const faultTable = requestFaults.flatMap(({ statuses, ...fault }) =>
  types.map((type, index) => ({ ...fault, type, status: statuses[index] })),
);

describe('the documentation', () => {
  it('explains every code', async () => {
    const page = await readFile('src/graph/README.md', 'utf8');
    const errors = page.split(/^## /m).find((section) => section.startsWith('Errors')) ?? '';
    const rows = errors.split('\n').filter((line) => /^\| `[A-Z_]+`/.test(line));
    const explained = rows.flatMap((row) => [...row.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => code));
    const graphCodes = Object.entries(errorCodes).filter(([, { origins }]) =>
      origins.some((origin) => origin !== 'rest'),
    );
    expect(new Set(explained)).toEqual(new Set(graphCodes.map(([code]) => code)));
  });
});

describe('response status', () => {
  const { log, lines } = useLog();
  const graph = useHttpGraph({ log });

  it.each(faultTable)('is $status with $code for $fault as $type', async ({ request, type, status, code }) => {
    const { text, requestId, ...answer } = await send(graph.origin, request, type);

    expect(answer).toEqual({ data: undefined, status, type: `${type}; charset=utf-8`, code });
    expect(requestId).not.toBeNull();
    expect(graph.tools.calls).toEqual([]);
    expect(text + JSON.stringify(lines)).not.toContain('secret');
    expect(lines.map((line) => line['status'])).toEqual([status]);
  });

  it.each(['utf-8', 'UTF8', '"utf-8"'])(
    'is 200 for JSON in the charset %s, with a byte order mark',
    async (charset) => {
      const query = '{ lists { id } }';
      const headers = { 'content-type': `application/json; charset=${charset}`, 'content-encoding': 'identity' };
      const sent = { headers, body: `\uFEFF${JSON.stringify({ query })}` };

      expect(await send(graph.origin, sent, types[0])).toMatchObject({ data: { lists: [] }, status: 200 });
    },
  );

  it.each(types)('is 200 as %s when a field fails', async (type) => {
    graph.tools.replace('lists_list', () => Promise.reject(new Error('broken')));
    const answer = await send(graph.origin, post({ query: '{ lists { id } }' }), type);
    expect(answer).toMatchObject({ data: { lists: null }, status: 200, code: 'INTERNAL_SERVER_ERROR' });
  });

  it.each(types)('is 403 with FORBIDDEN for another host as %s', async (accept) => {
    const headers = { host: 'evil.example', 'content-type': 'application/json', accept };
    const body = JSON.stringify({ query: '{ lists { id } }' });
    const response = await sendRaw(`${graph.origin}/graphql`, { method: 'POST', headers, body });

    expect([response.status, response.headers['content-type']]).toEqual([403, `${accept}; charset=utf-8`]);
    expect(JSON.parse(response.text)).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
  });

  it.each([
    [undefined, types[0]],
    ['*/*', types[0]],
    ['application/*', types[0]],
    ['application/json', types[0]],
    ['application/graphql-response+json', types[1]],
    ['application/graphql-response+json,application/json;q=0.9', types[1]],
    ['application/json;q=0.9,application/graphql-response+json', types[1]],
    ['application/graphql-response+json;q=0.1, application/json;q=0.2', types[0]],
    ['application/graphql-response+json; charset=utf-8, */*;q=0.1', types[1]],
  ])('follows the preferred media type: accept %s', async (accept, type) => {
    const status = type === types[0] ? 200 : 400;
    const answers = [
      await send(graph.origin, post({ query: '{ lists { id } }' }), accept),
      await send(graph.origin, post({ query: '{ nothing }' }), accept),
      await send(graph.origin, { body: '{}' }, accept),
    ];
    expect(answers.map((answer) => [answer.type, answer.status])).toEqual(
      [200, status, 403].map((expected) => [`${type}; charset=utf-8`, expected]),
    );
  });
});

describe('response status without authentication', () => {
  const tokenRules = { AUTH_ISSUER: 'https://issuer.example', AUTH_AUDIENCE: 'https://graph.example' };

  it.each([
    [401, 'UNAUTHENTICATED', { AUTH_JWT_SECRET: 'a'.repeat(32) }],
    // No server listens on port 1.
    [503, 'UPSTREAM_UNAVAILABLE', { AUTH_JWKS_URL: 'http://127.0.0.1:1/jwks' }],
  ])('is %i with %s', async (status, code, environment) => {
    const lab = await startIdentityLab({ ...tokenRules, ...environment });
    const request = post({ query: '{ lists { id } }' });
    const header = Buffer.from('{"alg":"RS256","kid":"key-1"}').toString('base64url');
    const headers = { ...request.headers, authorization: `Bearer ${header}.e30.c2lnbmF0dXJl` };
    const answers = [];
    for (const type of types) answers.push(await send(lab.origin, { ...request, headers }, type));
    await lab.close();

    expect(answers).toMatchObject(
      types.map((type) => ({ data: undefined, status, type: `${type}; charset=utf-8`, code })),
    );
  });
});
