import { describe, expect, it } from 'vitest';
import { ToolError } from '../../../src/tools/errors/tool-error.ts';
import { TalentUsersDocument } from '../../support/generated/operations.ts';
import { called } from '../../support/graph/expected-tool-calls.ts';
import { type Graph, useGraph } from '../../support/graph/test-graph.ts';

const bothLists = [called('lists_list'), called('searches_list')];

const userOf = (id: string, name: string, isViewer = false) => ({
  id,
  name,
  email: `${id}@example.com`,
  is_viewer: isViewer,
});

const known = (id: string, name: string, isViewer = false) => ({ id, name, email: `${id}@example.com`, isViewer });
const idOnly = (id: string) => ({ id, name: null, email: null, isViewer: null });

function returnPayloads(graph: Graph, { lists, searches }: { lists: object[]; searches: object[] }) {
  graph.tools.replace('lists_list', async () => ({ items: lists }));
  graph.tools.replace('searches_list', async () => ({ items: searches }));
}

describe('talentUsers', () => {
  const graph = useGraph();

  it('returns everyone in lists and saved searches once, by name, with what any payload tells', async () => {
    returnPayloads(graph, {
      lists: [
        { id: 'l1', name: 'One', creator: 'zed', accesses: [userOf('bo', 'Bo'), 'amy', 'ghost'] },
        { id: 'l2', name: 'Two', creator: userOf('me', 'Édith', true), accesses: ['me'] },
        { id: 'l3', name: 'Three', accesses: [userOf('bo2', 'Bo')] },
      ],
      searches: [{ id: 's1', title: 'S', creator: userOf('amy', 'Amy'), sharees: [userOf('zed', 'Zed'), 'bo'] }],
    });
    const { data, toolCalls } = await graph.ask(TalentUsersDocument, {});

    expect(data.talentUsers).toEqual([
      known('amy', 'Amy'),
      known('bo', 'Bo'),
      known('bo2', 'Bo'),
      known('me', 'Édith', true),
      known('zed', 'Zed'),
      idOnly('ghost'),
    ]);
    expect(toolCalls).toEqual(bothLists);
  });

  it('is empty for a caller without lists and saved searches', async () => {
    const { data, toolCalls } = await graph.ask(TalentUsersDocument, {}, { as: 'ben' });

    expect(data.talentUsers).toEqual([]);
    expect(toolCalls).toEqual(bothLists);
  });

  it.each(['lists_list', 'searches_list'])('is null with one error if %s fails', async (tool) => {
    returnPayloads(graph, { lists: [], searches: [] });
    graph.tools.replace(tool, () => Promise.reject(new ToolError({ code: 'UPSTREAM_ERROR', tool, message: 'No.' })));
    const { data, errors } = await graph.execute(TalentUsersDocument, {});

    expect(data).toEqual({ talentUsers: null });
    expect(errors.map(({ path, extensions }) => [path, extensions?.['tool']])).toEqual([[['talentUsers'], tool]]);
  });
});
