import { beforeAll, describe, expect, it } from 'vitest';
import { storeSignals } from '../../../src/platform/services/talent/store/store-signals.ts';
import { OnePersonDocument, PeopleOfPeopleDocument } from '../../support/generated/operations.ts';
import { minutesAgo, startGraph, useGraph } from '../../support/graph/test-graph.ts';
import { called } from '../../support/graph/expected-tool-calls.ts';

describe('the limit on the size of a result', () => {
  // The estimate of the cost would reject such an operation before it runs.
  const graph = useGraph(() => startGraph({ environment: { COST_MODE: 'off' } }));
  beforeAll(() =>
    storeSignals(
      graph.db,
      [1, 2, 3, 4, 5].map((index) => ({ id: `sig_${index}`, discovered_at: minutesAgo(index), linkedin_id: 'in-1' })),
    ),
  );

  it('rejects a result whose lists have more than 50,000 objects', async () => {
    const { data, errors, toolCalls } = await graph.execute(PeopleOfPeopleDocument, { id: 'sig_1' });

    expect(data).toBeNull();
    expect(errors).toEqual([
      {
        message: 'The result has more than 50,000 objects. Request fewer at once.',
        extensions: {
          code: 'RESULT_TOO_LARGE',
          isRetryable: false,
          requestId: expect.stringMatching(/^[\w-]{36}$/),
        },
      },
    ]);
    expect(toolCalls).toEqual([called('signals_get'), called('signals_list_by_linkedin_id')]);
  });

  it('does not affect the next operation', async () => {
    const { data } = await graph.ask(OnePersonDocument, { id: 'sig_1' });

    expect(data.signal?.samePersonSignals).toEqual([
      { id: 'sig_2' },
      { id: 'sig_3' },
      { id: 'sig_4' },
      { id: 'sig_5' },
    ]);
  });
});
