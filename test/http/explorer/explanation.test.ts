import { expect, it } from 'vitest';
import { describeEstimate, explainRequest, readExplanation } from '../../../src/http/explorer/estimate/explanation.ts';

const explanation = { estimatedCost: 1322, costLimit: 7000, toolCalls: [{ calls: 14 }, { calls: 2 }], rejection: null };

it('shows the estimated cost and calls, with the limit', () => {
  expect(describeEstimate(explanation)).toBe('Estimated cost 1,322 of 7,000 · 16 calls');
  expect(describeEstimate({ ...explanation, costLimit: null, toolCalls: [{ calls: 1 }] })).toBe(
    'Estimated cost 1,322 · 1 call',
  );
});

it('says that the operation would be rejected, and which page size fits', () => {
  const rejection = { code: 'COST_ESTIMATED_TOO_EXPENSIVE', maxFirst: 21 };
  expect(describeEstimate({ ...explanation, rejection })).toBe(
    'Estimated cost 1,322 of 7,000 · 16 calls · rejected: COST_ESTIMATED_TOO_EXPENSIVE · first: 21 fits',
  );
});

it('is read from a response, and from the events of a subscription', () => {
  const response = JSON.stringify({ data: null, extensions: { explain: explanation } });
  expect(readExplanation(response)).toEqual(explanation);
  expect(readExplanation(`event: next\ndata: ${response}\n\nevent: complete\ndata:\n\n`)).toEqual(explanation);
});

it.each(['', '{', '{"errors":[]}', 'event: complete\ndata:\n\n'])('is missing in %j', (response) => {
  expect(readExplanation(response)).toBeUndefined();
});

// Two headers that differ in case only are sent as `0, 1`, which would run the operation.
it.each(['{"X-Explain":"0","x-tool-trace":"1"}', '{"x-explain":"0","ACCEPT":"text/html"}'])(
  'is requested without running the operation, even with the headers %s',
  (headers) => {
    const operation = { query: 'mutation { a }', variables: '', operationName: null, isSubscription: false };
    const request = new Request('http://localhost', explainRequest({ ...operation, headers }));
    expect(Object.fromEntries(request.headers)).toEqual({
      'content-type': 'application/json',
      accept: 'application/json',
      'x-explain': '1',
      'x-tool-trace': '0',
    });
  },
);
