import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { detailsOf } from '../../../src/tools/conversation/webhook.ts';
import { acme, createEventRecord, eventBody, globex, json, post, startReceiver, tokens } from './receiver.ts';
import { useResource } from '../../support/resource.ts';

const secrets = [1, 2, 3].map((n) => `whsec_${Buffer.alloc(32, n).toString('base64')}`);
const [first = '', second = '', foreign = ''] = secrets;
const maxBytes = 2000;

/** The headers of a message, signed with each of the secrets. */
function signed(body: string, { id = 'evt-1', at = new Date(), keys = [first] } = {}) {
  return {
    ...json,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': keys.map((key) => new Webhook(key).sign(id, at, body)).join(' '),
  };
}

/** Sends a request whose body does not end; returns the status of the response and its header `connection`. */
async function sendPart(url: string, { headers = {}, chunks }: { headers?: object; chunks: string[] }) {
  const request = httpRequest(url, { method: 'POST', headers: { ...json, ...headers } });
  request.on('error', () => {});
  request.flushHeaders();
  for (const chunk of chunks) request.write(chunk);
  const [response] = await once(request, 'response');
  request.destroy();
  return [response.statusCode, response.headers.connection];
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe('the webhook receiver', () => {
  const events = createEventRecord();
  const load = { isHigh: false };
  const receiver = useResource(() =>
    startReceiver({
      events,
      signatureSecrets: [second, first],
      bodyLimits: { maxBytes, timeoutMs: 10_000 },
      isOverloaded: () => load.isHigh,
    }),
  );
  beforeEach(() => {
    events.stored.length = 0;
    receiver.logged.length = 0;
  });

  const body = eventBody();
  const deliver = (
    content: string | Buffer<ArrayBuffer> = body,
    headers: Record<string, string> = signed(content.toString()),
  ) => post(receiver.url(acme), content, headers);
  const accessLine = () => receiver.logged.find(({ msg }) => msg.startsWith('POST '));

  it.each([
    [
      {
        shared_by: { id: 'usr-1', name: 'Kim' },
        recipients: ['kim@example.org', 'nobody', 7],
        message: 'See the end.',
      },
      { shared_by: { id: 'usr-1' }, recipients: ['kim@example.org'], message: 'See the end.' },
    ],
    [{ feedback: { id: 'f-1', score: 4, comment: null } }, { feedback: { id: 'f-1', score: 4, comment: null } }],
    [{ played_by: 'Kim', message: 7 }, undefined],
  ])('stores the details that it can read: case %#', async (data, details) => {
    expect(await deliver(eventBody({ data }))).toMatchObject({ status: 204 });
    expect(JSON.parse(JSON.stringify(events.stored.map(({ event }) => event.details ?? null)))).toMatchObject([
      details ?? null,
    ]);
  });

  it('stores no details that are too long', () => {
    expect(detailsOf({ data: { message: 'x'.repeat(19_000) } })).toBeDefined();
    expect(detailsOf({ data: { message: 'x'.repeat(20_000) } })).toBeUndefined();
  });

  it('stores the event of a signed message in the log of its organization', async () => {
    expect(await deliver()).toMatchObject({ status: 204, text: '' });
    expect(events.stored).toEqual([
      {
        organization: acme,
        event: {
          id: 'evt-1',
          trigger: 'conversation_processed',
          occurredAt: new Date('2026-03-02T12:00:00Z'),
          activityId: 'act-1',
        },
      },
    ]);
    expect(accessLine()).toMatchObject({
      level: 30,
      msg: 'POST /webhooks/convo/:token',
      status: 204,
      eventId: 'evt-1',
      trigger: 'conversation_processed',
      outcome: 'added',
    });
  });

  it('acknowledges a repeated message without a second event', async () => {
    await deliver();
    expect(await deliver(body, signed(body, { at: minutesAgo(-1) }))).toMatchObject({ status: 204 });
    expect(events.stored).toHaveLength(1);
  });

  it.each([
    ['any of the secrets', [first]],
    ['another of the secrets', [second]],
    ['one of two signatures', [foreign, first]],
  ])('accepts a message that matches %s', async (_, keys) => {
    expect(await deliver(body, signed(body, { keys }))).toMatchObject({ status: 204 });
    expect(events.stored).toHaveLength(1);
  });

  it.each([
    ['an unknown secret', signed(body, { keys: [foreign] }), 'No matching signature found'],
    ['another body', signed(eventBody({ more: 1 })), 'No matching signature found'],
    ['another id', { ...signed(body), 'webhook-id': 'evt-2' }, 'No matching signature found'],
    ['an old timestamp', signed(body, { at: minutesAgo(6) }), 'Message timestamp too old'],
    ['a timestamp in the future', signed(body, { at: minutesAgo(-6) }), 'Message timestamp too new'],
    ['no signature', json, 'Missing required headers'],
  ])('rejects a message with %s', async (_, headers, reason) => {
    const { status, text } = await deliver(body, headers);
    expect([status, JSON.parse(text)]).toMatchObject([
      401,
      { errors: [{ message: `The signature is not valid: ${reason}.`, extensions: { code: 'UNAUTHENTICATED' } }] },
    ]);
    expect(accessLine()).toMatchObject({ status: 401, reason });
    expect(events.stored).toEqual([]);
  });

  it('answers every invalid token like a path that does not exist, and stores nothing', async () => {
    const token = tokens.create(acme);
    const changed = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
    const invalid = [changed, token.slice(1), `${token}=`, `${token}A`, 'x', 'A'.repeat(191), 'A'.repeat(8000), '%FF'];
    for (const wrong of invalid) {
      const { status, text } = await post(`${receiver.origin}/webhooks/convo/${wrong}`, body, signed(body));
      expect([wrong, status, JSON.parse(text).errors[0].extensions]).toEqual([wrong, 404, { code: 'NOT_FOUND' }]);
    }
    expect(events.stored).toEqual([]);
    expect(new Set(receiver.logged.map(({ msg }) => msg))).toEqual(new Set(['POST /webhooks/convo/:token']));
  });

  it('never logs or measures a token, even when the path around it is wrong', async () => {
    const token = tokens.create(acme);
    for (const path of [`webhooks/convo/${token}`, `prefix/webhooks/convo/${token}/x`, `webhooks/%63onvo/${token}`]) {
      await post(`${receiver.origin}/${path}?a=1`, body, signed(body));
    }
    expect(JSON.stringify(receiver.logged)).not.toContain(token);
    const metrics = await receiver.scrape();
    expect(metrics).not.toContain(token);
    expect(metrics).toContain('route="/webhooks/convo/:token"');
    expect(metrics).toMatch(/webhook_events_received_total\{outcome="added"\} \d+/);
  });

  it('separates the events of two organizations', async () => {
    await deliver();
    await post(receiver.url(globex), body, signed(body));
    expect(events.stored.map(({ organization, event }) => [organization, event.id])).toEqual([
      [acme, 'evt-1'],
      [globex, 'evt-1'],
    ]);
  });

  it.each<[what: string, status: number, content: string | Buffer<ArrayBuffer>, headers?: Record<string, string>]>([
    ['text that is not JSON', 400, '{"type"'],
    ['JSON that is not an object', 400, '[]'],
    ['an object without a type', 400, '{}'],
    ['bytes that are not UTF-8', 400, Buffer.from(eventBody({ text: '\xff' }), 'latin1')],
    ['another type, which a page of another site could send', 415, body, { 'content-type': 'text/plain' }],
    ['another charset', 415, body, { 'content-type': 'application/json; charset=utf-16' }],
    ['a content encoding', 415, body, { 'content-encoding': 'gzip' }],
  ])('rejects %s', async (_, status, content, headers) => {
    expect(await deliver(content, { ...signed(content.toString()), ...headers })).toMatchObject({ status });
    expect(events.stored).toEqual([]);
  });

  it('acknowledges and ignores a trigger that it does not know', async () => {
    expect(await deliver(eventBody({ type: 'conversation_translated' }))).toMatchObject({ status: 204 });
    expect(events.stored).toEqual([]);
    expect(accessLine()).toMatchObject({ outcome: 'ignored', trigger: 'conversation_translated' });
  });

  it('accepts a payload with nothing but a known type', async () => {
    const bare = JSON.stringify({ type: 'conversation_played', timestamp: 'soon', data: { activity: 7 } });
    expect(await deliver(bare)).toMatchObject({ status: 204 });
    expect(events.stored).toMatchObject([{ event: { trigger: 'conversation_played', activityId: null } }]);
  });

  it('stores UUIDs in lower case', async () => {
    const person = { id: globex.toUpperCase() };
    await deliver(eventBody({ data: { activity: { id: acme.toUpperCase() }, played_by: person } }));
    expect(events.stored).toMatchObject([{ event: { activityId: acme, details: { played_by: { id: globex } } } }]);
  });

  it.each<[what: string, headers: object, chunks: string[], status: number]>([
    // The body is never sent: the server rejects the announced length.
    ['is too large', { 'content-length': maxBytes + 1 }, [], 413],
    ['is too large, in chunks', {}, ['x'.repeat(maxBytes), 'x'], 413],
  ])('rejects a body that %s, and closes the connection', async (_, headers, chunks, status) => {
    expect(await sendPart(receiver.url(acme), { headers, chunks })).toEqual([status, 'close']);
    expect(events.stored).toEqual([]);
  });

  it('rejects a body that arrives too slowly, and closes the connection', async () => {
    // oxlint-disable-next-line timing/no-literal-limit -- the test exceeds this limit
    const impatient = await startReceiver({ events, bodyLimits: { maxBytes, timeoutMs: 200 } });
    onTestFinished(() => impatient.close());
    expect(await sendPart(impatient.url(acme), { chunks: ['{'] })).toEqual([408, 'close']);
    expect(events.stored).toEqual([]);
  });

  it('asks the platform to repeat an event that it cannot store', async () => {
    events.isDown = true;
    const { status, headers } = await deliver();
    events.isDown = false;
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(receiver.logged).toMatchObject([
      { level: 50, msg: 'could not store a received event; the platform will repeat it', eventId: 'evt-1' },
      { level: 40, status: 503, outcome: 'failed' },
    ]);

    expect(await deliver()).toMatchObject({ status: 204 });
    expect(events.stored).toHaveLength(1);
  });

  it('asks the platform to come back when the process is overloaded', async () => {
    load.isHigh = true;
    const { status, headers } = await deliver();
    load.isHigh = false;
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(events.stored).toEqual([]);
  });
});
