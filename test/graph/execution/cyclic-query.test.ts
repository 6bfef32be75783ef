import { beforeAll, describe, expect, it } from 'vitest';
import { maxResultObjects } from '../../../src/operation/operation-limits.ts';
import { storeLists } from '../../../src/platform/services/talent/store/store-shared-records.ts';
import { storeSignals } from '../../../src/platform/services/talent/store/store-signals.ts';
import { settled } from '../../support/gate.ts';
import { minutesAgo, startGraph, useGraph } from '../../support/graph/test-graph.ts';

const anonymous = (document: string) => ({ toString: () => document });
const range = (length: number) => Array.from({ length }, (_, index) => index);

/** A step from lists to the signals of their entries. Three steps exceed a million objects. */
const step = 'lists { entries(first: 100) { nodes { id signal { ';
const cyclic = anonymous(`{ ${step.repeat(3)} id fullName ${'}'.repeat(13)}`);

describe('a query that goes in cycles', () => {
  const graph = useGraph(() => startGraph({ environment: { COST_MODE: 'off' } }));
  beforeAll(async () => {
    await storeSignals(
      graph.db,
      range(50).map((index) => ({ id: `sig_${index}`, discovered_at: minutesAgo(index) })),
    );
    await storeLists(
      graph.db,
      range(10).map((list) => ({
        id: `lst_${list}`,
        name: `List ${list}`,
        creator: 'usr_ada',
        entries: range(50).map((index) => ({ id: `ent_${list}_${index}`, signal_id: `sig_${index}` })),
      })),
    );
  });

  it('ends at the limit on objects without data and calls no further tool, even if costs are not limited', async () => {
    const { data, errors } = await graph.execute(cyclic, {});
    expect(data).toBeNull();
    expect(errors).toEqual([
      {
        message: `The result has more than ${maxResultObjects.toLocaleString('en')} objects. Request fewer at once.`,
        extensions: { code: 'RESULT_TOO_LARGE', isRetryable: false, requestId: expect.stringMatching(/^[\w-]{36}$/) },
      },
    ]);
    const { length } = graph.tools.calls;
    await settled();
    expect(graph.tools.calls).toHaveLength(length);
  });

  it('leaves the small results of another caller alone', async () => {
    const large = graph.execute(cyclic, {});
    const small = await graph.execute(anonymous('{ lists { id } }'), {}, { as: 'ben' });
    expect(small).toMatchObject({ data: { lists: [] }, errors: [] });
    expect((await large).data).toBeNull();
  });
});
