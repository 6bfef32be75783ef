import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useHttpGraph } from '../http-graph.ts';
import { marker, nonsenseRequests } from './nonsense-requests.ts';
import { useLog } from '../../support/log-capture.ts';
import { operationForm } from '../../support/graph/upload-form.ts';

const maxAnswerBytes = 20_000;
const answerSchema = z.object({ errors: z.array(z.object({ extensions: z.looseObject({ code: z.string() }) })) });

describe.each(['development', 'production'])('answers to nonsense in %s', (mode) => {
  const { log, lines } = useLog();
  const graph = useHttpGraph({ log, environment: { NODE_ENV: mode } });

  /** Sends a request; expects a small answer that quotes nothing, no tool call and one short log line. */
  async function codeOf(path: string, init: RequestInit) {
    const response = await fetch(`${graph.origin}${path}`, init);
    const text = await response.text();
    expect(text.length).toBeLessThan(maxAnswerBytes);
    expect(text).not.toContain(marker);
    expect(graph.tools.calls).toEqual([]);
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines[0]).length).toBeLessThan(1500);
    return { code: answerSchema.parse(JSON.parse(text)).errors[0]?.extensions.code, status: response.status };
  }
  const headers = { 'content-type': 'application/json', 'x-tool-trace': '0' };

  it.each(nonsenseRequests)('are small for $name', async ({ body, code, status }) => {
    expect(await codeOf('/graphql', { method: 'POST', headers, body })).toEqual({ code, status });
  });

  it.each([
    [
      'variables',
      `query=${encodeURIComponent('query ($f: SignalFilter) { signals(filter: $f) { totalCount } }')}&variables=${encodeURIComponent(`{"f":{"minScore":"${marker.repeat(500)}"}}`)}`,
    ],
    [
      'a literal',
      `query=${encodeURIComponent(`{ signals(filter: { minScore: "${marker.repeat(500)}" }) { totalCount } }`)}`,
    ],
  ])('are small for %s in a URL', async (_, parameters) => {
    expect(await codeOf(`/graphql?${parameters}`, { headers })).toEqual({ code: 'BAD_USER_INPUT', status: 200 });
  });

  it('are small for a multipart request', async () => {
    const variables = { filter: { minScore: marker.repeat(50_000) } };
    const query = 'query ($filter: SignalFilter) { signals(filter: $filter) { totalCount } }';
    const body = operationForm(JSON.stringify({ query, variables }));
    const init = { method: 'POST', headers: { 'apollo-require-preflight': '1', 'x-tool-trace': '0' }, body };
    expect(await codeOf('/graphql', init)).toEqual({ code: 'BAD_USER_INPUT', status: 200 });
  });

  it('are small for a huge header', async () => {
    const init = { method: 'POST', headers: { ...headers, 'x-request-id': marker.repeat(500) }, body: '{}' };
    expect(await codeOf('/graphql', init)).toEqual({ code: 'BAD_REQUEST', status: 400 });
  });
});
