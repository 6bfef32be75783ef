import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { maxBytes, startUploadLab, uploadParts } from './upload-lab.ts';
import { useResource } from '../../support/resource.ts';
import { timeLimit } from '../../support/time-limit.ts';

const specification = 'A multipart request must follow the GraphQL multipart request specification';
const rejected = (message: string, code: string) => ({ errors: [{ message, extensions: { code } }] });
const badRequest = (message: string) => rejected(message, 'BAD_REQUEST');
const type = 'content-type: multipart/form-data; boundary=x';
const tooLarge = rejected(
  'The files of a request must not exceed 100000 bytes in total (MAX_RECORDING_BYTES).',
  'REQUEST_ENTITY_TOO_LARGE',
);

describe('multipart requests', () => {
  const lab = useResource(startUploadLab);
  let before: string[];
  beforeEach(async () => {
    await lab.db.deleteFrom('convo_activities').execute();
    before = await lab.files();
  });

  /** Expects the same stored files as before the test, and no activity. */
  async function expectNothingNew() {
    await vi.waitFor(async () => expect(await lab.files()).toEqual(before));
    expect(await lab.activities()).toEqual([]);
  }

  it('stores the file and passes it to the mutation', async () => {
    const { status, body } = await lab.send(uploadParts());

    expect([status, body.data]).toEqual([
      200,
      {
        uploadActivity: {
          __typename: 'UploadActivitySuccess',
          activity: { title: 'Call', processing: { state: 'QUEUED' } },
        },
      },
    ]);
    const stored = (await lab.files()).filter((name) => !before.includes(name));
    expect(stored).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.text\.vtt$/)]);
    await vi.waitFor(
      async () => expect(await lab.activities()).toEqual([{ title: 'Call', processing_state: 'done' }]),
      { timeout: timeLimit(20) },
    );
  });

  it('fills several variables, and accepts a request without files', async () => {
    const query = 'query ($a: String!, $b: String!) { a: __type(name: $a) { name } b: __type(name: $b) { name } }';
    const operations = JSON.stringify({ query, variables: { a: null, b: null } });
    const both = uploadParts({ operations, map: '{"file":["variables.a","variables.b"]}' });
    expect((await lab.send(both)).body.data).toEqual({ a: null, b: null });
    const none = uploadParts({ operations: '{"query":"{ __typename }","variables":{}}', map: '{}' }).slice(0, 2);
    expect((await lab.send(none)).body.data).toEqual({ __typename: 'Query' });
    await expectNothingNew();
  });

  it('stores nothing when the mutation is rejected', async () => {
    const { body } = await lab.send(uploadParts({ input: { hostUserEmail: 'nobody@acme.example' } }));

    expect(body.data.uploadActivity).toMatchObject({ __typename: 'InvalidInputProblem', code: 'BAD_USER_INPUT' });
    await expectNothingNew();
  });

  it.each([
    ['a zip archive', Buffer.from('504b0304140000000800', 'hex'), 'is application/zip, which'],
    ['a Windows program', Buffer.from('4d5a90000300000004000000ffff0000', 'hex'), 'is application/x-msdownload, which'],
    ['random bytes', randomBytes(4000), 'is of an unknown type, which'],
    ['an empty file', Buffer.alloc(0), 'is an empty file'],
  ])('reports %s as a problem of the recording and creates nothing', async (_, content, message) => {
    const { body } = await lab.send(uploadParts({ content: new Uint8Array(content) }));

    expect(body.data.uploadActivity).toMatchObject({
      __typename: 'InvalidInputProblem',
      code: 'BAD_USER_INPUT',
      issues: [{ path: ['input', 'recording'], message: expect.stringContaining(message) }],
    });
    expect(body.extensions.toolCalls).toEqual([]);
    await expectNothingNew();
  });

  it('stores nothing when the operation is invalid', async () => {
    const query = 'mutation ($input: Nothing) { nothing }';
    expect((await lab.send(uploadParts({ query }))).body.data).toBe(undefined);
    await expectNothingNew();
  });

  it('rejects a request without a preflight header', async () => {
    expect((await lab.send(uploadParts(), {})).status).toBe(403);
    await expectNothingNew();
  });

  it('rejects a file that is too large while it arrives', async () => {
    const answer = await lab.send(uploadParts({ content: new Uint8Array(maxBytes + 1) }));

    expect(answer).toEqual({ status: 413, body: tooLarge });
    await expectNothingNew();
    expect((await lab.send(uploadParts({ content: new Uint8Array(maxBytes) }))).status).toBe(200);
  });

  it('rejects a content length of 10 GB at once', async () => {
    const answer = await lab.raw([type, 'content-length: 10000000000'], '--x\r\n');

    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain(JSON.stringify(tooLarge));
    await expectNothingNew();
  });

  const formStart = () =>
    uploadParts({ content: '' })
      .slice(0, 2)
      .map(({ name, content }) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(content)}\r\n`)
      .join('') + '--x\r\ncontent-disposition: form-data; name="file"; filename="a.vtt"\r\n\r\nWEBVTT\n\n';

  it('rejects a request that ends before the last boundary', async () => {
    const body = formStart() + 'cut off';
    const answer = await lab.raw([type, `content-length: ${body.length}`], body);

    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain(
      JSON.stringify(badRequest(`${specification}: the request ended early or cannot be read.`)),
    );
    await expectNothingNew();
  });

  it('stores nothing when the client disconnects during the file', async () => {
    const socket = await lab.begin([type, 'content-length: 90000'], formStart() + 'a'.repeat(10_000));
    await vi.waitFor(async () =>
      expect((await lab.files()).filter((name) => name.endsWith('.partial'))).toHaveLength(1),
    );
    socket.destroy();

    await expectNothingNew();
  });

  const operationsRule = 'In a multipart request, operations must be one operation in JSON, with variables.';
  const mapRule = 'In a multipart request, map must be an object that lists the variable paths of each file.';
  it.each<[string, Parameters<typeof uploadParts>[0], string]>([
    ['a list of operations', { operations: '[]' }, operationsRule],
    ['operations that are not JSON', { operations: '{' }, operationsRule],
    ['a map of another type', { map: '{"file":"variables.input.recording"}' }, mapRule],
    ...[
      ['a variable that is not null', 'variables.input.title'],
      ['an unknown variable', 'variables.input.none'],
      ['a path outside the variables', 'query'],
      ['a path to a prototype', 'variables.__proto__.polluted'],
    ].map(([what, path]): [string, { map: string }, string] => [
      `a map with ${what}`,
      { map: `{"file":["${path}"]}` },
      `In a multipart request, the variable "${path}" in map must be null.`,
    ]),
    [
      'a map that names another file',
      { map: '{"other":["variables.input.recording"]}' },
      `${specification}: the file "file" must follow operations and a map that names it.`,
    ],
    [
      'a map that names a missing file',
      { map: '{"file":["variables.input.recording"],"b":["variables.b"]}' },
      `${specification}: map names files that are missing: b.`,
    ],
  ])('rejects %s', async (_, parts, message) => {
    expect(await lab.send(uploadParts(parts))).toEqual({ status: 400, body: badRequest(message) });
    await expectNothingNew();
  });

  it('rejects a file before the operations', async () => {
    const [operations, map, file] = uploadParts();
    const answer = await lab.send([file, operations, map].flatMap((part) => part ?? []));

    expect(answer.body).toEqual(
      badRequest(`${specification}: the file "file" must follow operations and a map that names it.`),
    );
    await expectNothingNew();
  });

  it.each(['operations', 'map', 'file'])('rejects a request that repeats the part %s', async (name) => {
    const parts = uploadParts();
    const repeated = parts.filter((part) => part.name === name);

    // The first file may still be on its way to the disk when the second one arrives.
    for (const sent of [
      parts.flatMap((part) => (part.name === name ? [part, part] : [part])),
      [...parts, ...repeated],
    ]) {
      expect(await lab.send(sent)).toEqual({
        status: 400,
        body: badRequest(`${specification}: the part "${name}" must not be repeated.`),
      });
      await expectNothingNew();
    }
  });

  it('rejects operations above 1 MiB', async () => {
    const query = `#${'x'.repeat(1024 * 1024)}\n{ __typename }`;

    expect(await lab.send(uploadParts({ query }))).toEqual({
      status: 413,
      body: rejected(`${specification}: operations must be at most 1048576 bytes.`, 'REQUEST_ENTITY_TOO_LARGE'),
    });
    await expectNothingNew();
  });

  it('runs operations of 1 MiB with deeply nested variables and a long file name', async () => {
    const start = `{"query":"{ __typename }","variables":{"deep":${'['.repeat(20_000)}${']'.repeat(20_000)},"file":null,"text":"`;
    const operations = `${start}${'x'.repeat(1024 * 1024 - start.length - 3)}"}}`;
    const name = 'f'.repeat(100);
    const [fields, map] = uploadParts({ operations, map: JSON.stringify({ [name]: ['variables.file'] }) });
    const file = { name, content: 'WEBVTT\n', fileName: 'a.vtt' };

    expect(await lab.send([fields, map, file].flatMap((part) => part ?? []))).toMatchObject({
      status: 200,
      body: { data: { __typename: 'Query' } },
    });
  });

  it('rejects numbers beyond the range of their type', async () => {
    const query = 'query ($first: Int) { signals(first: $first) { totalCount } }';
    const operations = `{"query":"${query}","variables":{"first":1e400}}`;
    const { body } = await lab.send(uploadParts({ operations, map: '{}' }).slice(0, 2));

    expect(body.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', issues: [{ path: ['first'] }] } }]);
  });

  it('reads at most 22 parts', async () => {
    const send = (others: number) => {
      const parts = uploadParts();
      const ignored = Array.from({ length: others }, (_, index) => ({ name: `x${index}`, content: 'x' }));
      return lab.send([...parts.slice(0, 2), ...ignored, ...parts.slice(2)]);
    };
    expect(await send(20)).toMatchObject({
      status: 400,
      body: badRequest(`${specification}: map names files that are missing: file.`),
    });
    await expectNothingNew();
    expect(await send(19)).toMatchObject({ status: 200 });
  });

  it('rejects a request without a boundary', async () => {
    const answer = await lab.raw(['content-type: multipart/form-data', 'content-length: 0'], '', { end: true });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });
});
