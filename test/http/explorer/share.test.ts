import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type CodeRequest, curlCommand, fetchCode } from '../../../src/http/explorer/share/request-code.ts';
import { readShared, shareLink } from '../../../src/http/explorer/share/shared-operation.ts';
import { useHttpGraph } from '../http-graph.ts';
import { createFolder } from '../../support/folder.ts';

const page = 'http://127.0.0.1:4000/graphql';

describe('the link to an operation', () => {
  it.each([
    { query: '# Größe & "Wert"\nquery A($a: Int) { a(b: $a) }', variables: '{ "a": 1 }' },
    { query: '{ a }', variables: '' },
  ])('is read as it was: %j', (operation) => {
    expect(readShared(new URL(shareLink(page, operation) ?? '').search)).toEqual(operation);
  });

  it('has a limit', () => {
    expect(shareLink(page, { query: `{ ${'a '.repeat(4000)}}`, variables: '' })).toBeUndefined();
  });

  it.each(['', '?other=1', '?query='])('is not found in %j', (search) => {
    expect(readShared(search)).toBeUndefined();
  });
});

describe('the copied code', () => {
  const graph = useHttpGraph();

  const request = (changes: Partial<CodeRequest> = {}): CodeRequest => ({
    url: `${graph.origin}/graphql`,
    operation: { query: '{ __typename }' },
    headers: {},
    isSubscription: false,
    filePaths: [],
    ...changes,
  });

  const programs = {
    curl: { file: 'bash', argumentsFor: (code: CodeRequest) => ['-c', curlCommand(code).replace(/^curl/, 'curl -sS')] },
    fetch: {
      file: process.execPath,
      argumentsFor: (code: CodeRequest) => ['--input-type=module', '-e', printing(fetchCode(code))],
    },
  };

  /** Prints JSON in place of what consoles show. */
  const printing = (code: string) =>
    `const token = process.env.TOKEN; const file0 = new File(['no recording'], 'a.txt');\n${code.replace(
      'console.log(data, errors)',
      'console.log(JSON.stringify({ data, errors }))',
    )}`;

  async function run(name: 'curl' | 'fetch', code: CodeRequest): Promise<string> {
    const { file, argumentsFor } = programs[name];
    const folder = await createFolder({ file0: 'no recording' });
    onTestFinished(folder.close);
    const { stdout } = await promisify(execFile)(file, argumentsFor(code), {
      cwd: folder.path,
      env: { ...process.env, TOKEN: 'secret' },
    });
    return stdout;
  }

  it.each(['curl', 'fetch'] as const)('for %s sends what is difficult to quote', async (program) => {
    const text = 'It\'s "here" `and` ${there} \\ $HOME \\` \\${there}';
    const operation = {
      query: `query Typed($id: ID!) { # ${text}\n  signal(id: $id) { id } node: __typename }\nquery Other { __typename }`,
      variables: { id: text },
      operationName: 'Typed',
    };
    expect(JSON.parse(await run(program, request({ operation })))).toMatchObject({
      data: { signal: null, node: 'Query' },
    });
  });

  it.each(['curl', 'fetch'] as const)('for %s sends files', async (program) => {
    const operation = {
      query: `mutation Upload($input: UploadActivityInput!) { uploadActivity(input: $input) { __typename } }`,
      variables: {
        input: { hostUserEmail: 'robin.sample@example.com', language: 'en_GB', title: "It's; here", recording: null },
      },
    };
    const code = request({ operation, filePaths: ['variables.input.recording'] });
    expect(JSON.parse(await run(program, code)).data.uploadActivity).toEqual({ __typename: 'InvalidInputProblem' });
  });

  it('does not contain the token, and reads it from a variable', () => {
    const code = request({ headers: { Authorization: 'Bearer abc', 'x-simulate': 'lean' } });
    for (const text of [curlCommand(code), fetchCode(code)]) {
      expect(text).not.toContain('abc');
      expect(text).toContain('x-simulate');
    }
    expect(curlCommand(code)).toContain('-H "Authorization: Bearer $TOKEN"');
    expect(fetchCode(code)).toContain('"Authorization": `Bearer ${token}`');
  });

  it('requests events for a subscription', () => {
    const code = request({ isSubscription: true });
    expect(curlCommand(code)).toMatch(/^curl -N [^]*accept: text\/event-stream/);
    expect(fetchCode(code)).toContain('"accept": "text/event-stream"');
    expect(fetchCode(code)).toContain('for await (const text of response.body');
  });
});
