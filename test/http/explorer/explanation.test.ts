import { expect, it } from 'vitest';
import { describeEstimate, explainRequest, readExplanation } from '../../../src/http/explorer/trace/estimate.tsx';

const explanation = { estimatedCost: 1322, costLimit: 7000, toolCalls: [{ calls: 14 }, { calls: 2 }], rejection: null };
const rejection = { code: 'COST_ESTIMATED_TOO_EXPENSIVE', maxFirst: 21 };

it.each([
  [explanation, 'Estimated cost 1,322 of 7,000 · 16 calls'],
  [{ ...explanation, costLimit: null, toolCalls: [{ calls: 1 }] }, 'Estimated cost 1,322 · 1 call'],
  [
    { ...explanation, rejection },
    'Estimated cost 1,322 of 7,000 · 16 calls · rejected: COST_ESTIMATED_TOO_EXPENSIVE · first: 21 fits',
  ],
])('describes an estimate, its limit and the page size that fits', (estimate, text) => {
  expect(describeEstimate(estimate)).toBe(text);
});

it('is read from a response, and from the events of a subscription', () => {
  const response = JSON.stringify({ data: null, extensions: { explain: explanation } });
  expect(readExplanation(response)).toEqual(explanation);
  expect(readExplanation(`event: next\ndata: ${response}\n\nevent: complete\ndata:\n\n`)).toEqual(explanation);
  for (const other of ['', '{', '{"errors":[]}']) expect(readExplanation(other)).toBeUndefined();
});

// `Request` joins headers that differ only in case: `x-explain: 0, 1` would run the operation.
it.each(['{"X-Explain":"0","x-tool-trace":"1"}', '{"x-explain":"0","ACCEPT":"text/html"}'])(
  'is requested without running the operation, even with the headers %s',
  (headers) => {
    const operation = { query: 'mutation { a }', variables: '', operationName: null, isSubscription: false };
    const sent = new Request('http://localhost', explainRequest({ ...operation, headers })).headers;
    const values = ['accept', 'x-explain', 'x-tool-trace'].map((name) => sent.get(name));
    expect(values).toEqual(['application/json', '1', '0']);
  },
);
