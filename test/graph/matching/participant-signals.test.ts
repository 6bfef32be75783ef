import { setImmediate } from 'node:timers/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { turnsOfWork } from '../../../src/operation/work-turns.ts';
import { SignalsOfGuestsDocument } from '../../support/generated/operations.ts';
import { called, times } from '../../support/graph/expected-tool-calls.ts';
import { inputsOf, useConversationGraph } from '../conversation/conversation-graph.ts';
import { storeMatchedPeople } from './matched-people.ts';

describe('signals of a participant', () => {
  const graph = useConversationGraph();

  beforeAll(() => storeMatchedPeople(graph.db));

  interface Variables {
    first?: number;
    after?: string;
    minConfidence?: 'STRONG' | 'POSSIBLE';
  }

  /** Names of the participants of an activity, with their signals. */
  async function signalsIn(title: string, variables: Variables = {}) {
    const { data } = await graph.ask(SignalsOfGuestsDocument, variables);
    const activity = data.activities?.nodes.find((node) => node.title === title);
    return (activity?.participants ?? []).map(({ name, signals }) => ({ name, signals }));
  }

  it('are all signals of the person, newest first, including those that the caller screened', async () => {
    const [host, guest] = await signalsIn('first');

    expect(host).toMatchObject({ name: 'Ada Moreau', signals: { edges: [], nodes: [], totalCount: 0 } });
    expect(guest?.signals?.edges).toEqual(
      ['sig_nadia', 'sig_nadia_old'].map((id) => ({
        cursor: expect.any(String),
        node: { id },
        confidence: 'STRONG',
        score: 0.95,
        matchedOn: ['FULL_NAME', 'COMPANY_DOMAIN'],
        evidence:
          "Nadia Ex, of Example Labs, has the guest's name, and the guest's email address is at the company's domain.",
      })),
    );
    expect(guest?.signals).toMatchObject({ totalCount: 2, pageInfo: { hasNextPage: false } });
  });

  it('cost two calls per distinct name of a guest, and share the lookup of companies', async () => {
    const { toolCalls } = await graph.ask(SignalsOfGuestsDocument, {});

    expect(toolCalls).toEqual([
      called('activities_list'),
      ...times(4, called('signals_list')),
      called('companies_list', 2),
    ]);
    expect(inputsOf(graph, 'signals_list')).toEqual(
      ['ex', 'lind', 'nadia', 'bo'].map((fullname) => ({ fullname, screened_by: ['-none'], page: '1', limit: '100' })),
    );
  });

  it.each([2, 3, 4, 5])(
    'share the lookup of companies if other callers get a turn after every %i guests',
    async (every) => {
      let reads = 0;
      using opened = vi.spyOn(turnsOfWork, 'open').mockReturnValue({
        get isDue() {
          reads += 1;
          return reads % every === 0;
        },
        take: async () => setImmediate(),
      });
      const { toolCalls } = await graph.ask(SignalsOfGuestsDocument, {});

      expect(opened).toHaveBeenCalled();
      expect(toolCalls).toEqual([
        called('activities_list'),
        ...times(4, called('signals_list')),
        called('companies_list', 2),
      ]);
    },
  );

  it('include those with the name alone on request, if only one person has it', async () => {
    const idsIn = async (title: string, variables?: Variables) =>
      (await signalsIn(title, variables)).map(({ signals }) => signals?.nodes.map(({ id }) => id));

    expect(await idsIn('second')).toEqual([[], [], ['sig_nadia', 'sig_nadia_old'], []]);
    expect(await idsIn('second', { minConfidence: 'POSSIBLE' })).toEqual([
      [],
      [],
      ['sig_nadia', 'sig_nadia_old'],
      ['sig_bo'],
    ]);
  });

  it('come in pages', async () => {
    const [, guest] = await signalsIn('first', { first: 1 });
    expect(guest?.signals).toMatchObject({ nodes: [{ id: 'sig_nadia' }], pageInfo: { hasNextPage: true } });

    const after = guest?.signals?.pageInfo.endCursor ?? '';
    const { data, errors } = await graph.execute(SignalsOfGuestsDocument, { first: 1, after });
    const first = data?.activities?.nodes.find(({ title }) => title === 'first');
    expect(first?.participants[1]?.signals).toMatchObject({
      nodes: [{ id: 'sig_nadia_old' }],
      pageInfo: { hasNextPage: false },
      totalCount: 2,
    });
    // The cursor belongs to one participant; the fields of all others reject it.
    expect(new Set(errors.map(({ message }) => message))).toEqual(
      new Set(['after must be a cursor that signals returned for the same arguments.']),
    );
  });
});
