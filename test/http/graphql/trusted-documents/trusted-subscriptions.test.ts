import { createClient } from 'graphql-sse';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { acme } from '../../../platform/services/conversation/conversation-records.ts';
import { authorizationFor, startStreamLab } from '../subscription/transport/stream-lab.ts';
import { createManifestFolder, documents, sha256 } from './manifests.ts';
import { useResource } from '../../../support/resource.ts';
import { exchange, init, openWebSocket } from '../subscription/transport/web-socket.ts';

const secret = 'gateway-secret-of-32-characters-or-more';
const header = 'x-trusted-gateway-secret';
const id = sha256(documents.Watch);
const byDocumentId = { query: '', documentId: id };
const byExtension = { query: '', extensions: { persistedQuery: { version: 1, sha256Hash: id } } };
const byText = { query: documents.Watch };
const untrusted = { query: 'subscription { conversationEvents { id } }' };

describe('subscriptions with trusted documents', () => {
  let authorization: string;
  const folder = useResource(() => createManifestFolder());
  const lab = useResource(() => {
    const TRUSTED_DOCUMENTS = folder.file('manifest.json');
    return startStreamLab({ environment: { TRUSTED_DOCUMENTS, TRUSTED_GATEWAY_SECRETS: secret } });
  });
  beforeAll(async () => {
    authorization = await authorizationFor('ada');
  });
  afterEach(() => lab.leave());

  const bySse = (request: { query: string }, headers = {}) =>
    createClient({ url: lab.url, headers: { authorization, ...headers }, retryAttempts: 0 }).iterate(request);
  const bySocket = (request: { query: string }, parameters = {}) =>
    lab.socket({ authorization, ...parameters }).iterate(request);

  /** Waits until the subscription reads events, and returns the data of the first one. */
  async function firstOf(results: AsyncIterableIterator<{ data?: unknown }>) {
    const first = results.next();
    await expect.poll(() => lab.events.readers).toBe(1);
    lab.emit(acme, 'event');
    const { value } = await first;
    await results.return?.();
    await expect.poll(() => lab.events.readers).toBe(0);
    return value.data;
  }

  it.each([
    ['documentId', byDocumentId],
    ["Apollo's extension", byExtension],
    ['the text', byText],
  ])('start over both transports by %s', async (_, request) => {
    const event = { conversationEvents: { id: 'event', cursor: expect.any(String) } };
    expect(await firstOf(bySse(request))).toEqual(event);
    expect(await firstOf(bySocket(request))).toEqual(event);
  });

  it('with another document are rejected', async () => {
    const extensions = { code: 'QUERY_NOT_IN_SAFELIST' };
    await expect(bySse(untrusted).next()).rejects.toMatchObject({ response: { status: 403 } });
    await expect(bySocket(untrusted).next()).rejects.toMatchObject([{ extensions }]);
    expect(lab.events.readers).toBe(0);
  });

  it('of an unknown id are rejected', async () => {
    const extensions = { code: 'PERSISTED_QUERY_NOT_FOUND' };
    const request = { query: '', documentId: 'unknown' };
    expect((await bySse(request).next()).value).toMatchObject({ errors: [{ extensions }] });
    await expect(bySocket(request).next()).rejects.toMatchObject([{ extensions }]);
  });

  it.each([
    ['in the payload of connection_init', { [header]: secret }],
    ['in the headers of the payload', { headers: { [header]: secret } }],
  ])('of a gateway may have any document, with the secret %s', async (_, parameters) => {
    expect(await firstOf(bySocket(untrusted, parameters))).toEqual({ conversationEvents: { id: 'event' } });
  });

  it('of a gateway may have any document over server-sent events', async () => {
    const event = { conversationEvents: { id: 'event' } };
    expect(await firstOf(bySse(untrusted, { [header]: secret }))).toEqual(event);
  });

  it('with the secret in the upgrade of a WebSocket are accepted', async () => {
    const socket = openWebSocket(lab.origin, { headers: { authorization, [header]: secret } });
    expect(await exchange(socket, init)).toEqual({ type: 'connection_ack' });
    socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: untrusted }));
    await expect.poll(() => lab.events.readers).toBe(1);
    socket.close();
    await expect.poll(() => lab.events.readers).toBe(0);
  });

  it('with a wrong secret are rejected, even with a trusted document', async () => {
    const reason = `The secret in the header ${header} is wrong.`;
    await expect(bySocket(byText, { [header]: 'wrong' }).next()).rejects.toMatchObject({ code: 4403, reason });
    await expect(bySse(byText, { [header]: 'wrong' }).next()).rejects.toMatchObject({ response: { status: 403 } });
    expect(JSON.stringify(lab.logged)).toContain(`the header ${header} does not match TRUSTED_GATEWAY_SECRETS`);
    expect(JSON.stringify(lab.logged)).not.toContain(secret);
  });
});
