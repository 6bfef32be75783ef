import { composeServices } from '@theguild/federation-composition';
import { parse } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask, send, type Served } from '../../support/graph/served-graph.ts';
import { serveCrmSubgraph } from '../crm-subgraph.ts';
import { serveTalentSubgraph, type TalentSubgraph } from '../talent-subgraph.ts';
import type { Gateway } from './forwarded-headers.ts';

const sdlAnswer = z.object({ _service: z.object({ sdl: z.string() }) });

async function subgraph(name: string, { url }: Served) {
  const { data } = await ask(url, '{ _service { sdl } }');
  return { name, url, typeDefs: parse(sdlAnswer.parse(data)._service.sdl) };
}

const representations = z.object({ representations: z.array(z.object({ id: z.string() })) });

/** The distinct ids of a batch of references: one of the gateways repeats them. */
const representedIn = (variables: object) => [
  ...new Set(representations.parse(variables).representations.map(({ id }) => id)),
];

/** Joins of our subgraph with a neighbour, in both directions. */
export function describeJoins(gatewayName: string, serve: (supergraph: string) => Promise<Gateway>): void {
  describe(`a supergraph of talent and its neighbour, through ${gatewayName}`, () => {
    let talent: TalentSubgraph;
    let crm: Served;
    let gateway: Gateway;

    beforeAll(async () => {
      [talent, crm] = await Promise.all([serveTalentSubgraph(), serveCrmSubgraph()]);
      const { supergraphSdl, errors } = composeServices([await subgraph('talent', talent), await subgraph('crm', crm)]);
      if (errors) throw new AggregateError(errors);
      gateway = await serve(supergraphSdl);
    });
    afterAll(async () => {
      await gateway.close();
      await Promise.all([talent.close(), crm.close()]);
    });
    beforeEach(() => {
      talent.exchanges.length = 0;
      crm.exchanges.length = 0;
    });

    it('sends one batch of references, with one tool call per distinct signal', async () => {
      const { data, errors } = await ask(gateway.url, '{ deals { nodes { title signal { fullName score } } } }');

      expect(errors).toEqual([]);
      expect(data).toEqual({
        deals: {
          nodes: [
            { title: 'Seed round', signal: { fullName: 'Ines Vale', score: 5 } },
            { title: 'Bridge', signal: { fullName: 'Tor Quist', score: 6 } },
            { title: 'Second seed', signal: { fullName: 'Ines Vale', score: 5 } },
            // The neighbour returns a signal that talent does not know, so talent's fields are null.
            { title: 'Lost track', signal: { fullName: null, score: null } },
          ],
        },
      });
      expect(talent.exchanges.map(({ variables, tools }) => [representedIn(variables), tools])).toEqual([
        [
          ['sig_1', 'sig_2', 'sig_gone'],
          ['signals_get', 'signals_get', 'signals_get'],
        ],
      ]);
    });

    it('resolves fields of both subgraphs for a page of signals', async () => {
      const { data, errors } = await ask(
        gateway.url,
        '{ signals(first: 4) { nodes { fullName deals { title company { name } } } pageInfo { hasNextPage } } }',
      );

      expect(errors).toEqual([]);
      expect(data).toEqual({
        signals: {
          nodes: [
            { fullName: 'Cato Brandt', deals: [] },
            { fullName: 'Uma Reyes', deals: [] },
            { fullName: 'Tor Quist', deals: [{ title: 'Bridge', company: null }] },
            {
              fullName: 'Ines Vale',
              deals: [
                { title: 'Seed round', company: { name: 'Millwright' } },
                { title: 'Second seed', company: null },
              ],
            },
          ],
          pageInfo: { hasNextPage: false },
        },
      });
      expect(talent.exchanges.map(({ tools }) => tools)).toEqual([['signals_list'], ['companies_list']]);
      expect(crm.exchanges).toHaveLength(1);
    });

    it('resolves a reference to every entity type', async () => {
      const { data, errors } = await ask(
        gateway.url,
        `{
        deals(first: 1) {
          nodes {
            signal { fullName }
            company { name domain }
            institution { name country }
            entry { addedAt list { name } signal { fullName } }
            list { name isPrivate }
            search { title }
          }
          pageInfo { hasNextPage }
        }
      }`,
      );

      expect(errors).toEqual([]);
      expect(data).toEqual({
        deals: {
          nodes: [
            {
              signal: { fullName: 'Ines Vale' },
              company: { name: 'Millwright', domain: 'millwright.example' },
              institution: { name: 'North Coast University', country: 'Norway' },
              entry: {
                addedAt: '2026-02-06T08:00:00.000Z',
                list: { name: 'Founders' },
                signal: { fullName: 'Ines Vale' },
              },
              list: { name: 'Boards', isPrivate: true },
              search: { title: 'Top scores' },
            },
          ],
          pageInfo: { hasNextPage: true },
        },
      });
      expect(talent.exchanges.flatMap(({ tools }) => tools).toSorted()).toEqual([
        'companies_list',
        'educations_list',
        'list_entries_get',
        'lists_get',
        'lists_get',
        'searches_get',
        'signals_get',
      ]);
    });

    it('merges user fields of the neighbour, and asks talent for users only through its own types', async () => {
      const { data, errors } = await ask(gateway.url, '{ list(id: "lst_boards") { creator { id isViewer quota } } }');

      expect(errors).toEqual([]);
      expect(data).toEqual({ list: { creator: { id: 'usr_demo', isViewer: true, quota: 12 } } });
      expect(talent.exchanges.map(({ tools }) => tools)).toEqual([['lists_get']]);
      expect(crm.exchanges).toHaveLength(1);
    });

    it('reports the failure of one signal at its path', async () => {
      talent.tools.replace('signals_get', async ({ input }, real) => {
        if (z.object({ id: z.string() }).parse(input).id === 'sig_1') throw new Error('the disk is gone');
        return real();
      });
      const { data, errors } = await ask(gateway.url, '{ deals(first: 2) { nodes { title signal { fullName } } } }');
      talent.tools.restore();

      expect(data).toEqual({
        deals: {
          nodes: [
            { title: 'Seed round', signal: { fullName: null } },
            { title: 'Bridge', signal: { fullName: 'Tor Quist' } },
          ],
        },
      });
      expect(errors).toMatchObject([
        {
          message: expect.stringMatching(/^Unexpected error\. Quote the request id [\w-]+ when you report it\.$/),
          extensions: { code: 'INTERNAL_SERVER_ERROR' },
        },
      ]);
      // Hive Gateway appends the first missing field to the path.
      expect([errors[0]?.['path']].flat().slice(0, 4)).toEqual(['deals', 'nodes', 0, 'signal']);
    });

    it.each([
      ['a variable', 'query ($f: SignalFilter) { signals(filter: $f) { totalCount } }'],
      ['a document', '{ signals(filter: { createdAfter: "soon" }) { totalCount } }'],
    ])('passes on the error of the subgraph for %s with an invalid value', async (_, query) => {
      // Gateways cannot check custom scalars.
      const { errors } = await ask(gateway.url, query, { f: { createdAfter: 'soon' } });
      expect(errors).toMatchObject([
        {
          message: expect.stringContaining('Expected value of type "DateTime".'),
          extensions: { code: 'BAD_USER_INPUT', issues: [{ path: ['filter', 'createdAfter'] }] },
        },
      ]);
    });

    it('forwards the identity, the request id and the trace of a client to both subgraphs', async () => {
      const headers = {
        authorization: 'Bearer of-the-client',
        'x-request-id': 'request-of-the-client',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      };
      await send(gateway.url, { query: '{ deals(first: 1) { nodes { signal { fullName } } } }', headers });
      const arrived = [...crm.exchanges, ...talent.exchanges].map((exchange) =>
        Object.fromEntries(Object.keys(headers).map((name) => [name, exchange.headers.get(name)])),
      );
      expect(arrived).toEqual([headers, headers]);
    });

    it('passes a mutation to the subgraph and returns its problem', async () => {
      const { data, errors } = await ask(
        gateway.url,
        'mutation { screenSignal(id: "sig_none") { __typename ... on Problem { code message } } }',
      );

      expect(errors).toEqual([]);
      expect(data).toEqual({
        screenSignal: {
          __typename: 'NotFoundProblem',
          code: 'NOT_FOUND',
          message: 'There is no signal with the id "sig_none".',
        },
      });
    });
  });
}
