import { describe, expect, it } from 'vitest';
import { PayloadProbeDocument, SignalInFullDocument } from '../../support/generated/operations.ts';
import { called } from '../../support/graph/expected-tool-calls.ts';
import { goldenPayloads } from '../../../src/tools/golden-payloads.ts';
import { fullSignal, nullEducation, nullExperience, nullSignal } from './signal-payloads.ts';
import { useGraph } from '../../support/graph/test-graph.ts';

const nothing = { items: [], page: 1, limit: 25, total: 0 };

describe('payloads of talent tools', () => {
  const graph = useGraph();

  const answer = (payloads: Record<string, unknown>) => {
    for (const [tool, payload] of Object.entries(payloads)) graph.tools.replace(tool, () => Promise.resolve(payload));
  };

  it('are read completely', async () => {
    answer({
      signals_get: goldenPayloads['signals_get']?.full.payload,
      companies_list: goldenPayloads['companies_list']?.full.payload,
      educations_list: goldenPayloads['educations_list']?.full.payload,
    });
    const { data, toolCalls } = await graph.ask(SignalInFullDocument, { id: 'sig_1' });

    expect(data.signal).toEqual(fullSignal);
    expect(toolCalls).toEqual([called('signals_get'), called('companies_list'), called('educations_list')]);
  });

  it('may omit everything but the id', async () => {
    answer({ signals_get: { id: 'sig_1' } });
    const { data } = await graph.ask(SignalInFullDocument, { id: 'sig_1' });

    expect(data.signal).toEqual({ ...nullSignal, id: 'sig_1' });
  });

  it('may contain unknown values, which are null, and unknown keys and tags, which are ignored', async () => {
    answer({
      signals_get: {
        id: 'sig_1',
        type: 'Moved to Mars',
        score: 'high',
        discovered_at: 'yesterday',
        avatar_url: 'no address',
        gender: 7,
        age_range: '50 to 54',
        education_level: 'Kindergarten',
        customer_focus: 'B2G',
        profile_tags: ['Astronaut', 'VC Investor', null],
        shoe_size: 42,
        viewer_has_viewed: 'yes',
        experiences: [{ company_id: 5, start_date: 'spring', end_date: '2021-13', mood: 'good' }],
        educations: [{}],
        taggings: [{ tag: 'hot', created_at: 'soon', tagged_by: { id: 'usr_ben', email: 'nowhere' } }],
      },
    });
    const { data, toolCalls } = await graph.ask(SignalInFullDocument, { id: 'sig_1' });

    expect(data.signal).toEqual({
      ...nullSignal,
      id: 'sig_1',
      profileTags: ['VC_INVESTOR'],
      experiences: [nullExperience],
      educations: [nullEducation],
      taggings: [{ tag: 'hot', createdAt: null, taggedBy: { id: 'usr_ben', name: null, email: null, isViewer: null } }],
    });
    expect(toolCalls).toEqual([called('signals_get')]);
  });

  it.each([
    [{ start_date: '2020', end_date: null }, true],
    [{ start_date: '2020', end_date: '2021' }, false],
    [{}, false],
    [{ start_date: '2020', end_date: '2021', is_current: true }, true],
  ])('without is_current derive it from the dates of the experience: %j', async (experience, isCurrent) => {
    answer({ signals_get: { id: 'sig_1', experiences: [experience] } });
    const { data } = await graph.ask(SignalInFullDocument, { id: 'sig_1' });

    expect(data.signal?.experiences.map((each) => each.isCurrent)).toEqual([isCurrent]);
  });

  it('with unknown or malformed company ids still return the ids', async () => {
    answer({
      signals_get: {
        id: 'sig_1',
        experiences: [{ company_id: 'exe_1' }, { company_id: 'exe_404' }, { company_id: 'ACME' }],
        educations: [{ institution_id: 'ede_404' }, { institution_id: 'MIT' }],
      },
      companies_list: { ...nothing, items: [{ id: 'exe_1', name: 'Cobalt Robotics' }] },
      educations_list: nothing,
    });
    const { data, toolCalls } = await graph.ask(SignalInFullDocument, { id: 'sig_1' });

    expect(data.signal?.experiences.map(({ company }) => company)).toEqual([
      { id: 'exe_1', name: 'Cobalt Robotics' },
      { id: 'exe_404', name: null },
      { id: 'ACME', name: null },
    ]);
    expect(data.signal?.educations.map(({ institution }) => institution)).toEqual([
      { id: 'ede_404', name: null },
      { id: 'MIT', name: null },
    ]);
    expect(toolCalls).toEqual([called('signals_get'), called('companies_list', 2), called('educations_list', 1)]);
  });

  it('may identify users only by id and cities only by name, without a total', async () => {
    answer({
      signals_get: { id: 'sig_1' },
      signals_list: { items: [{ id: 'sig_1' }] },
      lists_list: { items: [{ id: 'lst_1', creator: 'usr_ben', accesses: ['usr_ada', { id: 'usr_cleo' }] }] },
      searches_list: { items: [{ id: 'sch_1', title: 'All', filters: [{ key: 'mood', operator: 'is' }] }] },
      cities_list: { items: ['Bern', { name: 'Basel', signal_count: 4 }] },
    });
    const { data } = await graph.ask(PayloadProbeDocument, {});

    expect(data).toEqual({
      signal: { id: 'sig_1' },
      signals: { totalCount: null, nodes: [{ id: 'sig_1' }] },
      lists: [
        {
          id: 'lst_1',
          creator: { id: 'usr_ben' },
          accesses: [
            { id: 'usr_ada', name: null },
            { id: 'usr_cleo', name: null },
          ],
        },
      ],
      savedSearches: [{ id: 'sch_1', filters: [{ key: 'mood', value: [] }] }],
      cities: {
        nodes: [
          { name: 'Bern', signalCount: null },
          { name: 'Basel', signalCount: 4 },
        ],
      },
    });
  });

  it.each<[string, string, unknown, string]>([
    ['signals_list', 'signals', null, 'it'],
    ['signals_list', 'signals', '<html>', 'it'],
    ['signals_list', 'signals', {}, 'items'],
    ['signals_list', 'signals', { items: null }, 'items'],
    ['signals_list', 'signals', { items: { 0: { id: 'sig_1' } } }, 'items'],
    ['signals_list', 'signals', { items: [{ id: 'sig_1' }, { full_name: 'Nia' }] }, 'items.1.id'],
    ['signals_list', 'signals', { items: [{ id: 7 }] }, 'items.0.id'],
    ['signals_list', 'signals', { items: [{ id: 'sig_1', experiences: 'many' }] }, 'items.0.experiences'],
    ['signals_get', 'signal', [], 'it'],
    ['lists_list', 'lists', { items: [{ id: 'lst_1', accesses: [5] }] }, 'items.0.accesses.0'],
    ['searches_list', 'savedSearches', { items: [{ id: 'sch_1' }] }, 'items.0.title'],
    ['cities_list', 'cities', { items: [{ signal_count: 3 }] }, 'items.0'],
  ])(
    'that are unusable, here of %s, make %s null, with an error that names the tool and path',
    async (tool, field, payload, path) => {
      answer({
        signals_get: { id: 'sig_1' },
        signals_list: nothing,
        lists_list: nothing,
        searches_list: nothing,
        cities_list: nothing,
        [tool]: payload,
      });
      const { data, errors } = await graph.execute(PayloadProbeDocument, {});

      expect(data).toEqual({
        signal: { id: 'sig_1' },
        signals: { totalCount: 0, nodes: [] },
        lists: [],
        savedSearches: [],
        cities: { nodes: [] },
        [field]: null,
      });
      expect(errors).toEqual([
        {
          message: expect.stringContaining(`${tool} returned an unexpected payload: ${path} `),
          path: [field],
          extensions: {
            code: 'MALFORMED_PAYLOAD',
            tool,
            isRetryable: false,
            retryAt: null,
            requestId: expect.stringMatching(/^[\w-]{36}$/),
          },
        },
      ]);
    },
  );
});
