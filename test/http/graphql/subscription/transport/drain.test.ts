import { beforeEach, describe, expect, it } from 'vitest';
import { acme } from '../../../../platform/services/conversation/conversation-records.ts';
import { begin, ended, endsOf, event, lastResult, transports } from './expected-results.ts';
import { authorizationFor, type Emitted, startStreamLab } from './stream-lab.ts';
import { useFreshResource } from '../../../../support/resource.ts';

describe('a drain', () => {
  let authorization: string;
  const lab = useFreshResource(startStreamLab);
  const request = { query: 'subscription { conversationEvents { id cursor } }' };

  beforeEach(async () => {
    authorization = await authorizationFor('ada');
  });

  it('rejects new subscriptions', async () => {
    const client = lab.socket({ authorization });
    const watching = await begin(lab, client.iterate<Emitted['data']>(request));
    lab.app.drain();
    const overloaded = [{ extensions: { code: 'OVERLOADED', isRetryable: true } }];
    await expect(client.iterate(request).next()).rejects.toMatchObject(overloaded);
    const unavailable = { message: 'Unexpected server response: 503' };
    await expect(lab.subscribe('websocket', authorization).next()).rejects.toMatchObject(unavailable);
    await expect(lab.subscribe('sse', authorization).next()).rejects.toMatchObject({ response: { status: 503 } });
    await watching.leave();
  });

  it.each(transports)('continues subscriptions over %s, and ends them before the server stops', async (transport) => {
    const watching = await begin(lab, lab.subscribe(transport, authorization));
    lab.app.drain();
    lab.emit(acme, 'while draining');
    expect(await watching.first).toEqual(event('while draining'));

    const last = watching.next();
    await lab.app.endStreams();
    expect(await last).toEqual(lastResult({ code: 'SUBSCRIPTION_ENDED', isRetryable: true }));
    expect(await watching.next()).toEqual(ended);
    expect(endsOf(lab)).toMatchObject([{ transport, events: 1, reason: 'SUBSCRIPTION_ENDED' }]);
  });

  it('closes WebSockets with a code after which clients connect again', async () => {
    const closed = Promise.withResolvers<unknown>();
    const client = lab.socket(
      { authorization },
      { lazy: false, onNonLazyError: () => {}, on: { closed: closed.resolve } },
    );
    const watching = await begin(lab, client.iterate<Emitted['data']>(request));
    await lab.app.endStreams();
    expect(await closed.promise).toMatchObject({ code: 1012, reason: 'Service restart' });
    expect(await watching.first).toEqual(lastResult({ code: 'SUBSCRIPTION_ENDED' }));
  });
});
