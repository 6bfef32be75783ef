import { beforeAll, describe, expect, it } from 'vitest';
import { restPaths } from '../../../src/tools/rest-protocol.ts';
import { useHttpGraph } from '../http-graph.ts';
import {
  createOverloadDetector,
  highLagMs,
  lowLagMs,
  samplesToShed,
} from '../../../src/http/middleware/load-shedding.ts';
import { postJson } from '../../support/network/post-json.ts';
import { captureLog } from '../../support/log-capture.ts';

const high = highLagMs + 1;

describe('the overload detector', () => {
  const after = (...lags: number[]) => {
    const detector = createOverloadDetector();
    for (const lag of lags) detector.add(lag);
    return detector.isOverloaded;
  };
  const overloaded = Array<number>(samplesToShed).fill(high);

  it('reports an overload after several high samples in a row', () => {
    expect(after(...overloaded.slice(1))).toBe(false);
    expect(after(...overloaded)).toBe(true);
  });

  it('ignores single pauses, however long', () => expect(after(10_000, 0, 10_000, 0, 10_000)).toBe(false));

  it('recovers with the first low sample, and not before', () => {
    expect(after(...overloaded, lowLagMs + 1)).toBe(true);
    expect(after(...overloaded, lowLagMs - 1)).toBe(false);
  });
});

describe('an overloaded server', () => {
  let isOverloaded = false;
  const { log, lines } = captureLog();
  const graph = useHttpGraph({ log, isOverloaded: () => isOverloaded });
  beforeAll(() => void (isOverloaded = true));

  const message = 'The server is overloaded. Retry in a moment.';
  const ask = (query: string) => graph.send({ query });

  it('rejects operations before they run', async () => {
    lines.length = 0;
    const { status, headers, answer } = await ask('{ lists { id } }');

    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(answer).toEqual({ errors: [{ message, extensions: { code: 'OVERLOADED', isRetryable: true } }] });
    expect(graph.tools.calls).toEqual([]);
    expect(lines).toMatchObject([{ status: 503 }]);
  });

  it('rejects calls of the platform in the format of its protocol', async () => {
    const response = await postJson(graph.origin + restPaths.executeTool, {});

    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await response.json()).toEqual({ error: { code: 'OVERLOADED', message, retry_after_ms: 1000 } });
  });

  it.each([
    ['/health', 200],
    ['/health/live', 200],
    ['/health/ready', 503],
  ])('answers %s with %i', async (path, status) => {
    expect((await fetch(`${graph.origin}${path}`)).status).toBe(status);
  });

  it('serves operations again as soon as the overload has ended', async () => {
    isOverloaded = false;
    const { status } = await ask('{ __typename }');
    isOverloaded = true;
    expect(status).toBe(200);
  });
});
