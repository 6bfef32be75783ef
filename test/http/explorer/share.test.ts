import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { curlCommand, type CurlRequest } from '../../../src/http/explorer/share/curl-command.ts';
import { readShared, shareLink } from '../../../src/http/explorer/share/shared-operation.ts';
import { useHttpGraph } from '../http-graph.ts';
import { createFolder } from '../../support/folder.ts';
import { useResource } from '../../support/resource.ts';

const page = 'http://127.0.0.1:4000/graphql';

describe('the link to an operation', () => {
  it.each([
    { query: '# Größe & "Wert"\nquery A($a: Int) { a(b: $a) }', variables: '{ "a": 1 }' },
    { query: '{ a }', variables: '' },
  ])('returns $query', (operation) => {
    expect(readShared(new URL(shareLink(page, operation) ?? '').search)).toEqual(operation);
  });

  it('has a limit', () => {
    expect(shareLink(page, { query: `{ ${'a '.repeat(4000)}}`, variables: '' })).toBeUndefined();
  });

  it.each(['', '?other=1', '?query='])('is not found in %j', (search) => {
    expect(readShared(search)).toBeUndefined();
  });
});

describe('the curl command', () => {
  const graph = useHttpGraph();
  const folder = useResource(() => createFolder({ file0: 'no recording' }));

  const command = (changes: Partial<CurlRequest>) =>
    curlCommand({
      url: `${graph.origin}/graphql`,
      operation: { query: '{ __typename }' },
      headers: {},
      isSubscription: false,
      filePaths: [],
      ...changes,
    });

  async function run(code: string): Promise<{ data: unknown }> {
    const { stdout } = await promisify(execFile)('bash', ['-c', code.replace(/^curl/, 'curl -sS')], {
      cwd: folder.path,
    });
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

  it('reads the token from a variable', () => {
    const code = command({ headers: { Authorization: 'Bearer abc', 'x-simulate': 'lean' } });
    expect(code).not.toContain('abc');
    expect(code).toContain("-H 'x-simulate: lean'");
    expect(code).toContain('-H "Authorization: Bearer $TOKEN"');
  });

  it('requests events for a subscription', () => {
    expect(command({ isSubscription: true })).toMatch(/^curl -N [^]*accept: text\/event-stream/);
  });
});
