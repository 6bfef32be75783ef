import { beforeAll, describe, expect, it, vi } from 'vitest';
import { listen } from '../../../src/http/listen.ts';
import { storeSignals } from '../../../src/platform/services/talent/store/store-signals.ts';
import { settled } from '../../support/gate.ts';
import { PageWithListsDocument } from '../../support/generated/operations.ts';
import { graphqlRequest, minutesAgo, startGraph, useGraph } from '../../support/graph/test-graph.ts';
import { captureLog } from '../../support/log-capture.ts';

describe('a client that disconnects', () => {
  const { log, lines } = captureLog('warn');
  const graph = useGraph(() => startGraph({ log }));
  const inFlight = 10;

  beforeAll(async () => {
    await storeSignals(
      graph.db,
      Array.from({ length: 25 }, (_, index) => ({ id: `sig_${index}`, discovered_at: minutesAgo(index) })),
    );
  });

  it('aborts the calls in flight and starts no further ones', async () => {
    const gate = graph.tools.block('signals_entries');
    const leave = new AbortController();
    const asked = graph.execute(PageWithListsDocument, { first: 25 }, { signal: leave.signal });
    await gate.whenWaiting(inFlight);

    leave.abort();
    await vi.waitFor(() => expect(gate.held.map(({ signal }) => signal.aborted)).toEqual(Array(inFlight).fill(true)));
    gate.open();
    expect((await asked).data).toBeNull();
    await settled();
    expect(gate.held).toHaveLength(inFlight);
    expect(lines).toEqual([]);
  });

  it('is detected over HTTP', async () => {
    const gate = graph.tools.block('signals_entries');
    const listener = await listen(graph.app.fetch, { host: '127.0.0.1', port: 0 });
    const leave = new AbortController();
    const request = graphqlRequest(`${listener.url}/graphql`, {
      operation: PageWithListsDocument,
      variables: { first: 25 },
      signal: leave.signal,
    });
    const asked = fetch(request).catch((error: unknown) => error);
    await gate.whenWaiting(inFlight);

    leave.abort();
    expect(await asked).toMatchObject({ name: 'AbortError' });
    await vi.waitFor(() => expect(gate.held.map(({ signal }) => signal.aborted)).toEqual(Array(inFlight).fill(true)));
    gate.open();
    await settled();
    expect(gate.held).toHaveLength(inFlight);
    await listener.close();
  });

  it('does not affect operations of other clients that share its calls', async () => {
    const gate = graph.tools.block('signals_entries');
    const leave = new AbortController();
    const gone = graph.execute(PageWithListsDocument, { first: 5 }, { signal: leave.signal });
    const staying = graph.ask(PageWithListsDocument, { first: 5 });
    // All clients send the same query, so their calls are shared.
    await gate.whenWaiting(5);

    leave.abort();
    expect(gate.held.map(({ signal }) => signal.aborted)).toEqual(Array(5).fill(false));
    gate.open();
    expect((await staying).data.signals?.nodes).toEqual(Array.from({ length: 5 }, () => ({ lists: [] })));
    expect((await gone).data).toBeNull();
  });
});
