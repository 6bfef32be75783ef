import { expect } from 'vitest';
import { errorCodes } from '../../src/tools/errors/error-codes.ts';
import {
  batchLineSchema,
  failureResponseSchema,
  restPaths,
  tokenResponseSchema,
  toolsResponseSchema,
  unusedIdentifier,
} from '../../src/tools/rest-protocol.ts';
import { signalTools } from '../../src/tools/talent/signal.ts';
import type { Contract } from './contract.ts';

/** The rules of the protocol that a transport hides. */
export function describeProtocol({ target, check }: Contract): void {
  const tools = [signalTools.signals_list, signalTools.signals_get];
  const account = () => ({ connector: target.connections.talent.connectionName, identifier: target.identifier });
  const { signals_get: get, signals_list: list } = signalTools;
  const nameOf = (name: string) => target.connections.talent.toolPrefix + name;

  async function request(path: string, init: RequestInit): Promise<{ status: number; text: string }> {
    const response = await fetch(target.rest?.url + path, init);
    return { status: response.status, text: await response.text() };
  }
  const requestToken = (changes: object = {}) => {
    const { clientId, clientSecret } = target.rest ?? { clientId: '', clientSecret: '' };
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, ...changes };
    return request(restPaths.token, { method: 'POST', body: new URLSearchParams(form) });
  };
  const issuedToken = async () => tokenResponseSchema.parse(JSON.parse((await requestToken()).text)).access_token;
  const post = async (path: string, body: object, token?: string) =>
    request(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token ?? (await issuedToken())}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...account(), ...body }),
    });
  const listTools = async (identifier = target.identifier) =>
    request(`${restPaths.tools}?${new URLSearchParams({ ...account(), identifier })}`, {
      headers: { authorization: `Bearer ${await issuedToken()}` },
    });
  const errorOf = ({ status, text }: { status: number; text: string }) => ({
    status,
    code: failureResponseSchema.parse(JSON.parse(text)).error.code,
  });

  check('issues a token for the client, and none for a wrong secret', [], async () => {
    expect((await requestToken()).status).toBe(200);
    await issuedToken();
    const wrong = await requestToken({ client_secret: 'a-secret-of-somebody-else' });
    expect([400, 401]).toContain(wrong.status);
  });

  check('rejects an altered token', [], async () => {
    const response = await post(restPaths.executeTool, { tool_name: nameOf(list.name), params: {} }, 'altered');
    expect(errorOf(response)).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
  });

  check('sends the status of each error with its code', tools, async () => {
    const failures: [code: keyof typeof errorCodes, body: object][] = [
      ['NOT_SUPPORTED', { tool_name: nameOf('no_such_tool'), params: {} }],
      ['NOT_FOUND', { tool_name: nameOf(get.name), params: { id: 'no-such-id' } }],
      ['BAD_USER_INPUT', { tool_name: nameOf(list.name), params: { limit: '0' } }],
      ['NOT_CONNECTED', { tool_name: nameOf(list.name), params: {}, identifier: unusedIdentifier }],
      ['NOT_CONNECTED', { tool_name: nameOf(list.name), params: {}, connector: 'no such connection' }],
    ];
    for (const [code, body] of failures) {
      expect(errorOf(await post(restPaths.executeTool, body))).toEqual({ status: errorCodes[code].status, code });
    }
  });

  check('lists the tools of an account, and says that another identifier has none', tools, async () => {
    const { status, text } = await listTools();
    expect(status).toBe(200);
    toolsResponseSchema.parse(JSON.parse(text));
    const unused = await listTools(unusedIdentifier);
    if (unused.status !== 200) expect(errorOf(unused)).toEqual({ status: 424, code: 'NOT_CONNECTED' });
  });

  check('sends one line for each call of a batch', tools, async ({ given }) => {
    const { batch } = toolsResponseSchema.parse(JSON.parse((await listTools()).text));
    given(batch, 'the platform announces no batches');
    const calls = [
      { tool_name: nameOf(get.name), params: { id: 'no-such-id' } },
      { tool_name: nameOf(list.name), params: { limit: '1' } },
      { tool_name: nameOf('no_such_tool'), params: {} },
    ];
    const { text } = await post(restPaths.executeTools, { calls });
    const lines = text
      .trim()
      .split('\n')
      .map((line) => batchLineSchema.parse(JSON.parse(line)));
    expect(lines.toSorted((one, other) => one.index - other.index)).toMatchObject([
      { index: 0, status: 404, error: { code: 'NOT_FOUND' } },
      { index: 1, status: 200, data: {} },
      { index: 2, status: 404, error: { code: 'NOT_SUPPORTED' } },
    ]);
  });
}
