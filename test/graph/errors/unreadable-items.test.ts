import { describe, expect, it } from 'vitest';
import { startGraph, useGraph } from '../../support/graph/test-graph.ts';
import { entryPayload, listPayload, payloadId as id, signalPayload } from '../../support/platform/tool-payloads.ts';
import { useLog } from '../../support/log-capture.ts';

describe('an unreadable item of a payload', () => {
  const { log, lines } = useLog('warn');
  const graph = useGraph(() => startGraph({ log }));

  const answer = (tool: string, payload: unknown) => graph.tools.replace(tool, async () => payload);
  const send = (document: string) => graph.execute<object, object>({ toString: () => document }, {});
  const dropped = () => lines.map(({ level, msg, tool, path }) => ({ level, msg, tool, path }));
  const drop = (tool: string, path: string) => ({
    level: 40,
    msg: 'dropped an unreadable item of a payload',
    tool,
    path,
  });

  it.each<[string, unknown, string]>([
    ['views', {}, 'views { user { id } }'],
    ['views', { user: { name: 'Ada' } }, 'views { user { id } }'],
    ['screenings', null, 'screenings { user { id } }'],
    ['taggings', { created_at: '2026-01-01' }, 'taggings { tag }'],
    ['experiences', 'CTO', 'experiences { title }'],
    ['educations', 5, 'educations { degree }'],
  ])('in %s does not affect the rest of the signal or page: %j', async (key, unreadable, selection) => {
    const [good] = [signalPayload[key]].flat();
    answer('signals_list', {
      items: [
        { ...signalPayload, id: 'sig_0' },
        { ...signalPayload, id: 'sig_1', [key]: [unreadable, good, unreadable, good] },
      ],
    });
    const { data, errors } = await send(`{ signals { nodes { id ${selection} } } }`);

    expect(errors).toEqual([]);
    const nodes: Record<string, unknown>[] = JSON.parse(JSON.stringify(data)).signals.nodes;
    expect(nodes.map((node) => [node['id'], [node[key]].flat().length])).toEqual([
      ['sig_0', 1],
      ['sig_1', 2],
    ]);
    expect(dropped()).toEqual([drop('signals_list', `items.1.${key}.0`), drop('signals_list', `items.1.${key}.2`)]);
    expect(lines[0]?.requestId).toMatch(/^[\w-]{36}$/);
  });

  it('among the entries of a list is omitted, but counts for cursors and the end of the page', async () => {
    const entries = ['a', 'b', 'c', 'd'].map((name) => ({ ...entryPayload, id: name }));
    const broken = entries.map((entry) => (entry.id === 'b' ? { ...entry, signal: { full_name: 'Nia' } } : entry));
    answer('lists_get', listPayload);
    graph.tools.replace('list_entries_list', async ({ input }) => {
      const { page, limit } = Object(input);
      return { items: broken.slice((Number(page) - 1) * Number(limit), Number(page) * Number(limit)) };
    });
    const page = async (after: string) => {
      const { data } = await send(`{ list(id: "${id}") { entries(first: 2, after: ${after}) {
        nodes { id } pageInfo { hasNextPage endCursor } } } }`);
      return JSON.parse(JSON.stringify(data)).list.entries;
    };

    const first = await page('null');
    expect(first).toMatchObject({ nodes: [{ id: 'a' }], pageInfo: { hasNextPage: true } });
    expect(dropped()).toEqual([drop('list_entries_list', 'items.1')]);
    const second = await page(JSON.stringify(first.pageInfo.endCursor));
    expect(second).toMatchObject({ nodes: [{ id: 'c' }, { id: 'd' }] });
  });

  it('among the entries of a signal is omitted', async () => {
    answer('signals_get', signalPayload);
    answer('signals_entries', {
      items: [
        { id: 'a', signal_id: id },
        { ...entryPayload, signal: null },
      ],
    });
    const { data, errors } = await send(`{ signal(id: "${id}") { listEntries { id } lists { id } } }`);

    expect({ data, errors }).toEqual({ data: { signal: { listEntries: [{ id }], lists: [{ id }] } }, errors: [] });
    expect(dropped()).toEqual([drop('signals_entries', 'items.0')]);
  });

  it.each<[string, unknown, string[]]>([
    ['an item that is not an object', [{ id: 'a' }, 'b'], ['entries.1']],
    ['only unreadable items', ['b', {}], ['entries.0', 'entries.1']],
    ['not a list', 'many', ['entries']],
    ['null', null, []],
  ])('among the embedded entries of a list does not make the list fail: %s', async (_what, entries, paths) => {
    answer('lists_get', { ...listPayload, entries });
    const { data, errors } = await send(`{ list(id: "${id}") { name isPrivate } }`);

    expect({ data, errors }).toEqual({ data: { list: { name: 'Founders', isPrivate: false } }, errors: [] });
    expect(dropped()).toEqual(paths.map((path) => drop('lists_get', path)));
  });

  it.each<[string, unknown, string]>([
    ['signals_list', { items: [signalPayload, { ...signalPayload, id: 7 }] }, 'signals { nodes { id } }'],
    ['signals_list', { items: [{ ...signalPayload, views: 'many' }] }, 'signals { nodes { id } }'],
    ['lists_list', { items: [listPayload, {}] }, 'lists { id }'],
    ['signals_entries', { items: [{}] }, `signal(id: "${id}") { listEntries { id } }`],
  ])('in the main list makes the payload of %s unusable: %j', async (tool, payload, selection) => {
    answer('signals_get', signalPayload);
    answer(tool, payload);
    const { errors } = await send(`{ ${selection} }`);

    expect(errors.map(({ extensions }) => [extensions?.['code'], extensions?.['tool']])).toEqual([
      ['MALFORMED_PAYLOAD', tool],
    ]);
    expect(dropped().filter(({ msg }) => msg.startsWith('dropped'))).toEqual([]);
  });
});
