import { beforeEach, describe, expect, it } from 'vitest';
import { acme, createEventRecord, eventBody, json, post, startReceiver } from './receiver.ts';
import { useResource } from '../../support/resource.ts';

describe('the webhook receiver without secrets', () => {
  const events = createEventRecord();
  const receiver = useResource(() => startReceiver({ events }));
  beforeEach(() => {
    events.stored.length = 0;
  });

  const body = eventBody();

  it('accepts messages without a signature and identifies them by their content', async () => {
    expect(await post(receiver.url(acme), body)).toMatchObject({ status: 204 });
    expect(await post(receiver.url(acme), body)).toMatchObject({ status: 204 });
    expect(await post(receiver.url(acme), eventBody({ timestamp: '2026-03-02T12:00:01Z' }))).toMatchObject({
      status: 204,
    });
    expect(events.stored.map(({ event }) => event.id)).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}$/),
      expect.stringMatching(/^[0-9a-f]{64}$/),
    ]);
  });

  it.each(['', 'x'.repeat(201)])('does not use "%s" as the id of an event', async (id) => {
    expect(await post(receiver.url(acme), body, { ...json, 'webhook-id': id })).toMatchObject({ status: 204 });
    expect(events.stored).toMatchObject([{ event: { id: expect.stringMatching(/^[0-9a-f]{64}$/) } }]);
  });

  it.each([
    ['its position', { 'webhook-position': '12' }, { position: 12, after: undefined }],
    ['the event before it', { 'webhook-position': '12', 'webhook-after': 'evt-0' }, { position: 12, after: 'evt-0' }],
    ['an id that is too long', { 'webhook-position': '1', 'webhook-after': 'x'.repeat(201) }, { position: 1 }],
    ['an invalid position', { 'webhook-position': '-1', 'webhook-after': 'evt-0' }, undefined],
    ['no position', { 'webhook-after': 'evt-0' }, undefined],
  ])('reads the order of a message with %s', async (_, headers, order) => {
    const message = { ...json, 'webhook-id': 'evt-1', ...headers };
    expect(await post(receiver.url(acme), body, message)).toMatchObject({ status: 204 });
    expect(events.stored).toEqual([{ organization: acme, event: expect.objectContaining({ id: 'evt-1', order }) }]);
  });

  it.each(['0', 'soon', '', String(Date.now() / 1000 - 360)])('rejects the timestamp "%s"', async (timestamp) => {
    const headers = { ...json, 'webhook-id': 'evt-1', 'webhook-timestamp': timestamp };
    expect(await post(receiver.url(acme), body, headers)).toMatchObject({ status: 401 });
    expect(events.stored).toEqual([]);
  });
});
