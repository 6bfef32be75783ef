import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { ServerBindings } from '../../../../../src/tools/server-bindings.ts';
import { eventStreamResponse } from '../../../../../src/http/graphql/subscription/transport/sse-response.ts';
import { trackResults } from '../../../../../src/http/graphql/subscription/transport/tracked-results.ts';

/** A response on a connection, with a subscription that emits nothing. */
function open() {
  const outgoing = new PassThrough();
  const connection: Partial<ServerBindings> = { outgoing };
  const reasons: string[] = [];
  const beats = new Set<() => void>();
  async function* source() {
    yield* [];
    await new Promise(() => {});
  }
  const results = trackResults(source(), { onEvent: () => {}, onEnd: ({ reason }) => void reasons.push(reason) });
  const pulse = {
    add(beat: () => void) {
      beats.add(beat);
      return () => void beats.delete(beat);
    },
  };
  const times = { heartbeatMs: 1_000, stalledMs: 1_000, initMs: 1_000 };
  return {
    reasons,
    beats,
    respond: () => eventStreamResponse(results, { textOf: () => '', subscriptions: { pulse, times }, connection }),
    write: () => connection.writeBody?.(outgoing),
    async disconnect() {
      outgoing.destroy();
      await once(outgoing, 'close');
    },
  };
}

describe('a stream of events whose client disconnects', () => {
  it('before there is a response ends its subscription', async () => {
    const { disconnect, respond, reasons } = open();
    await disconnect();
    respond();
    expect(reasons).toEqual(['client']);
  });

  it('before the response is written gets no heartbeats', async () => {
    const { disconnect, respond, write, reasons, beats } = open();
    respond();
    await disconnect();
    write();
    expect([reasons, beats.size]).toEqual([['client'], 0]);
  });

  it('later gets no more heartbeats', async () => {
    const { disconnect, respond, write, reasons, beats } = open();
    respond();
    write();
    expect(beats.size).toBe(1);
    await disconnect();
    expect([reasons, beats.size]).toEqual([['client'], 0]);
  });
});
