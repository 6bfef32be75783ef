import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { curlCommand, type CurlRequest, readShared, shareLink } from '../../../src/http/explorer/shared-operation.ts';
import { useHttpGraph } from '../http-graph.ts';
import { createFolder } from '../../support/folder.ts';
import { useResource } from '../../support/resource.ts';

it.each([
  { query: '# Größe & "Wert"\nquery A($a: Int) { a(b: $a) }', variables: '{ "a": 1 }' },
  { query: '{ a }', variables: '' },
])('reads $query from its link', (operation) => {
  const link = shareLink('http://127.0.0.1:4000/graphql', operation) ?? '';
  expect(readShared(new URL(link).search)).toEqual(operation);
});

it('creates no link that is too long, and reads none without an operation', () => {
  expect(shareLink('/graphql', { query: `{ ${'a '.repeat(4000)}}`, variables: '' })).toBeUndefined();
  for (const search of ['', '?other=1', '?query=']) expect(readShared(search)).toBeUndefined();
});

describe('the curl command', () => {
  const graph = useHttpGraph();
  const folder = useResource(() => createFolder({ file0: 'no recording' }));

  const command = (changes: Partial<CurlRequest>) => {
    const request = { operation: { query: '{ a }' }, headers: {}, isSubscription: false, filePaths: [] };
    return curlCommand({ url: `${graph.origin}/graphql`, ...request, ...changes });
  };

  async function run(code: string): Promise<{ data: unknown }> {
    const { stdout } = await promisify(execFile)('bash', ['-c', code], { cwd: folder.path });
    return JSON.parse(stdout);
  }

  it('sends characters that a shell interprets', async () => {
    const id = 'It\'s "here" `and` ${there} \\ $HOME \\` \\${there}';
    const query = `query Typed($id: ID!) { # ${id}\n  signal(id: $id) { id } node: __typename }\nquery Other { __typename }`;
    const operation = { query, variables: { id }, operationName: 'Typed' };
    expect(await run(command({ operation }))).toMatchObject({ data: { signal: null, node: 'Query' } });
  });

  it('sends files', async () => {
    const input = {
      hostUserEmail: 'robin.sample@example.com',
      language: 'en_GB',
      title: "It's; here",
      recording: null,
    };
    const query = 'mutation ($input: UploadActivityInput!) { uploadActivity(input: $input) { __typename } }';
    const code = command({ operation: { query, variables: { input } }, filePaths: ['variables.input.recording'] });
    expect((await run(code)).data).toEqual({ uploadActivity: { __typename: 'InvalidInputProblem' } });
  });

  it('reads the token from a variable, and requests events for a subscription', () => {
    const code = command({ headers: { Authorization: 'Bearer abc', 'x-simulate': 'lean' }, isSubscription: true });
    expect(code).not.toContain('abc');
    expect(code).toContain('-H "Authorization: Bearer $TOKEN"');
    expect(code).toMatch(/^curl -N [^]*-H 'accept: text\/event-stream'[^]*-H 'x-simulate: lean'/);
  });
});
