import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
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

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe('the webhook receiver', () => {
  const events = createEventRecord();
  const load = { isHigh: false };
  const receiver = useResource(() =>
    startReceiver({
      events,
      signatureSecrets: [second, first],
      bodyLimits: { maxBytes, timeoutMs: 200 },
      isOverloaded: () => load.isHigh,
    }),
  );
  beforeEach(() => {
    events.stored.length = 0;
    receiver.logged.length = 0;
  });

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
    const body = eventBody({ data });
    expect(await post(receiver.url(acme), body, signed(body))).toMatchObject({ status: 204 });
    expect(JSON.parse(JSON.stringify(events.stored.map(({ event }) => event.details ?? null)))).toMatchObject([
      details ?? null,
    ]);
  });

  it('stores no details that are too long', () => {
    expect(detailsOf({ data: { message: 'x'.repeat(19_000) } })).toBeDefined();
    expect(detailsOf({ data: { message: 'x'.repeat(20_000) } })).toBeUndefined();
  });

  it('stores the event of a signed message in the log of its organization', async () => {
    const body = eventBody();
    expect(await post(receiver.url(acme), body, signed(body))).toMatchObject({ status: 204, text: '' });
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
    const body = eventBody();
    await post(receiver.url(acme), body, signed(body));
    expect(await post(receiver.url(acme), body, signed(body, { at: minutesAgo(-1) }))).toMatchObject({ status: 204 });
    expect(events.stored).toHaveLength(1);
  });

  it.each([
    ['any of the secrets', [first]],
    ['another of the secrets', [second]],
    ['one of two signatures', [foreign, first]],
  ])('accepts a message that matches %s', async (_, keys) => {
    const body = eventBody();
    expect(await post(receiver.url(acme), body, signed(body, { keys }))).toMatchObject({ status: 204 });
    expect(events.stored).toHaveLength(1);
  });

  const body = eventBody();
  it.each([
    ['an unknown secret', signed(body, { keys: [foreign] }), 'No matching signature found'],
    ['another body', signed(eventBody({ more: 1 })), 'No matching signature found'],
    ['another id', { ...signed(body), 'webhook-id': 'evt-2' }, 'No matching signature found'],
    ['an old timestamp', signed(body, { at: minutesAgo(6) }), 'Message timestamp too old'],
    ['a timestamp in the future', signed(body, { at: minutesAgo(-6) }), 'Message timestamp too new'],
    ['no signature', json, 'Missing required headers'],
  ])('rejects a message with %s', async (_, headers, reason) => {
    const { status, text } = await post(receiver.url(acme), body, headers);
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
    await post(receiver.url(acme), body, signed(body));
    await post(receiver.url(globex), body, signed(body));
    expect(events.stored.map(({ organization, event }) => [organization, event.id])).toEqual([
      [acme, 'evt-1'],
      [globex, 'evt-1'],
    ]);
  });

  it.each([
    ['text that is not JSON', '{"type"'],
    ['JSON that is not an object', '[]'],
    ['an object without a type', '{}'],
    ['bytes that are not UTF-8', Buffer.from(eventBody({ text: '\xff' }), 'latin1')],
  ])('rejects %s', async (_, content) => {
    expect(await post(receiver.url(acme), content, signed(content.toString()))).toMatchObject({ status: 400 });
    expect(events.stored).toEqual([]);
  });

  it('acknowledges and ignores a trigger that it does not know', async () => {
    const unknown = eventBody({ type: 'conversation_translated' });
    expect(await post(receiver.url(acme), unknown, signed(unknown))).toMatchObject({ status: 204 });
    expect(events.stored).toEqual([]);
    expect(accessLine()).toMatchObject({ outcome: 'ignored', trigger: 'conversation_translated' });
  });

  it('accepts a payload with nothing but a known type', async () => {
    const bare = JSON.stringify({ type: 'conversation_played', timestamp: 'soon', data: { activity: 7 } });
    expect(await post(receiver.url(acme), bare, signed(bare))).toMatchObject({ status: 204 });
    expect(events.stored).toMatchObject([{ event: { trigger: 'conversation_played', activityId: null } }]);
  });

  it('accepts only JSON, so that no page of another site can send an event', async () => {
    expect(await post(receiver.url(acme), body, { ...signed(body), 'content-type': 'text/plain' })).toMatchObject({
      status: 415,
    });
    expect(events.stored).toEqual([]);
  });

  it.each([
    ['another charset', { 'content-type': 'application/json; charset=utf-16' }],
    ['a content encoding', { 'content-encoding': 'gzip' }],
  ])('rejects %s', async (_, headers) => {
    expect(await post(receiver.url(acme), body, { ...signed(body), ...headers })).toMatchObject({ status: 415 });
    expect(events.stored).toEqual([]);
  });

  it('rejects a body that is too large, with its length or in chunks, and closes the connection', async () => {
    const announced = { ...json, 'content-length': maxBytes + 1 };
    // The body is never sent, so the length alone is the reason.
    const empty = httpRequest(receiver.url(acme), { method: 'POST', headers: announced });
    empty.on('error', () => {});
    empty.flushHeaders();
    const [rejected] = await once(empty, 'response');
    expect([rejected.statusCode, rejected.headers.connection]).toEqual([413, 'close']);
    empty.destroy();

    const request = httpRequest(receiver.url(acme), { method: 'POST', headers: json });
    request.on('error', () => {});
    request.write('x'.repeat(maxBytes));
    request.write('x');
    const [response] = await once(request, 'response');
    expect([response.statusCode, response.headers.connection]).toEqual([413, 'close']);
    request.destroy();
    expect(events.stored).toEqual([]);
  });

  it('rejects a body that arrives too slowly', async () => {
    const request = httpRequest(receiver.url(acme), { method: 'POST', headers: json });
    request.on('error', () => {});
    request.write('{');
    const [response] = await once(request, 'response');
    expect([response.statusCode, response.headers.connection]).toEqual([408, 'close']);
    request.destroy();
  });

  it('asks the platform to repeat an event that it cannot store', async () => {
    events.isDown = true;
    const { status, headers } = await post(receiver.url(acme), body, signed(body));
    events.isDown = false;
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(receiver.logged).toMatchObject([
      { level: 50, msg: 'could not store a received event; the platform will repeat it', eventId: 'evt-1' },
      { level: 40, status: 503, outcome: 'failed' },
    ]);

    expect(await post(receiver.url(acme), body, signed(body))).toMatchObject({ status: 204 });
    expect(events.stored).toHaveLength(1);
  });

  it('asks the platform to come back when the process is overloaded', async () => {
    load.isHigh = true;
    const { status, headers } = await post(receiver.url(acme), body, signed(body));
    load.isHigh = false;
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(events.stored).toEqual([]);
  });
});
