import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openForSuite } from '../../support/open-for-suite.ts';
import { createListCall, executionId, startClientLab } from './platform-lab.ts';

const maxBytes = 1024 * 1024;
const tooLarge = { code: 'PAYLOAD_TOO_LARGE', message: 'The body must not exceed 1048576 bytes.' };

describe('the body of a call', () => {
  const lab = openForSuite(() => startClientLab());
  beforeEach(() => lab.forget());
  afterEach(() => lab.db.deleteFrom('talent_lists').execute());

  it.each(['{ no json', '', '{"tool_name":', 'null', '[]', '"text"'])('may not be %j', async (body) => {
    const response = await lab.post(body, { authorization: lab.authorization });

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'BAD_USER_INPUT' }, execution_id: executionId });
    expect(await lab.lists()).toEqual([]);
  });

  const createList = JSON.stringify(createListCall());
  it.each([
    ['the body', createList.replace('{', '{"__proto__":{"identifier":"eve"},')],
    ['params', createList.replace('"params":{', '"params":{"__proto__":{"a":1},')],
    ['params with an escape', createList.replace('"params":{', '"params":{"\\u005f_proto__":1,')],
  ])('may not have __proto__ in %s', async (_what, body) => {
    const response = await lab.post(body, { authorization: lab.authorization });

    expect(response.status).toBe(400);
    const issues = [{ path: ['__proto__'], message: 'is not known' }];
    expect(await response.json()).toEqual({
      error: { code: 'BAD_USER_INPUT', message: '__proto__ is not known', issues },
      execution_id: executionId,
    });
    expect(await lab.lists()).toEqual([]);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'nonsense'])(
    'may not have the content type %s',
    async (type) => {
      const error = { status: 415, code: 'BAD_USER_INPUT', message: 'The body must be application/json.' };
      expect(await lab.rejectionOf(await lab.call({}, { 'content-type': type }))).toEqual(error);
    },
  );

  it('may have a content type with a parameter', async () => {
    expect((await lab.call({}, { 'content-type': 'Application/JSON; charset=utf-8' })).status).toBe(200);
  });

  it.each([
    ['bytes that are not UTF-8', {}, 400, 'The body must be UTF-8.'],
    ['another charset', { 'content-type': 'application/json; charset=latin1' }, 415, 'The charset must be UTF-8.'],
    ['a content encoding', { 'content-encoding': 'deflate' }, 415, 'Send the body without Content-Encoding.'],
  ])('may not have %s', async (_what, headers, status, message) => {
    const body = Uint8Array.from(Buffer.from(JSON.stringify(createListCall({ params: { name: 'Zoë' } })), 'latin1'));
    const response = await lab.post(body, { authorization: lab.authorization, ...headers });

    expect(await lab.rejectionOf(response)).toEqual({ status, code: 'BAD_USER_INPUT', message });
  });

  it('is rejected before it is read if its length is 10 MB', async () => {
    const { port, hostname } = new URL(lab.origin);
    const socket = connectSocket(Number(port), hostname);
    socket.on('error', () => {});
    const answered = text(socket);
    socket.write(
      [
        'POST /api/v1/execute_tool HTTP/1.1',
        `host: ${hostname}`,
        `authorization: ${lab.authorization}`,
        'content-type: application/json',
        'content-length: 10000000',
        '',
        '{"params":',
      ].join('\r\n'),
    );
    const answer = await answered;

    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain(JSON.stringify(tooLarge).slice(1, -1));
    expect(lab.logged).toMatchObject([{ level: 30, code: 'PAYLOAD_TOO_LARGE', status: 413 }]);
    expect(await lab.lists()).toEqual([]);
  });

  /** Sends a body in chunks, without a content length, and without an end if it is too large. */
  const postInChunks = async (path: string, body: string) => {
    const headers = { authorization: lab.authorization, 'content-type': 'application/json' };
    const request = httpRequest(lab.origin + path, { method: 'POST', headers });
    request.on('error', () => {});
    const answered = once(request, 'response');
    for (let sent = 0; sent < body.length; sent += 0x10000) request.write(body.slice(sent, sent + 0x10000));
    if (body.length <= maxBytes) request.end();
    const [response] = await answered;
    const answer = { status: response.statusCode, connection: response.headers.connection, body: await json(response) };
    request.destroy();
    return answer;
  };
  const batch = { connector: 'talent', identifier: 'ada', calls: [{ tool_name: 'talent_lists_list', params: {} }] };

  it.each([
    ['/api/v1/execute_tool', createListCall()],
    ['/api/v1/execute_tools', batch],
  ])('is limited for %s if it arrives in chunks', async (path, request) => {
    const padded = (bytes: number) => JSON.stringify(request).padEnd(bytes);

    expect(await postInChunks(path, padded(maxBytes + 1))).toEqual({
      status: 413,
      connection: 'close',
      body: { error: tooLarge, execution_id: executionId },
    });
    expect(lab.logged).toMatchObject([{ level: 30, code: 'PAYLOAD_TOO_LARGE', status: 413 }]);
    expect(await lab.lists()).toEqual([]);
    expect(await postInChunks(path, padded(maxBytes))).toMatchObject({ status: 200 });
  });

  it('is read if it is just below the limit', async () => {
    const room = maxBytes - JSON.stringify(createListCall({ padding: '' })).length;
    const response = await lab.call({ padding: 'x'.repeat(room) });

    expect(await response.json()).toMatchObject({ error: { message: 'padding is not known' } });
  });
});
