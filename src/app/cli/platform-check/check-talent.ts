import { listEntryTools, listTools } from '../../../tools/talent/list.ts';
import { lookupTools } from '../../../tools/talent/lookup.ts';
import { searchTools } from '../../../tools/talent/search.ts';
import { signalTools } from '../../../tools/talent/signal.ts';
import { maxPageSize } from '../../../tools/talent/vocabulary.ts';
import type { Tool } from '../../../tools/tool.ts';
import { checkFilter } from './check-filter.ts';
import { checkPaging } from './check-paging.ts';
import { type CheckedConnection, expectCode } from './checked-connection.ts';
import { signalProbes } from './signal-probes.ts';

const limit = String(maxPageSize);
const unknownId = 'no-such-id';

/** Calls the tools with ids that earlier calls returned. @param has whether the platform lists the tool */
export async function checkTalent(connection: CheckedConnection, has: (tool: Tool) => boolean): Promise<void> {
  const { read, findings, nameOf } = connection;
  if (has(signalTools.signals_list)) await checkSignals(connection, has);
  const lists = has(listTools.lists_list) ? await read(listTools.lists_list, {}) : undefined;
  const list = lists?.items.find(({ entryCount }) => entryCount !== 0);
  if (list) await checkList(connection, { has, id: list.id });
  else skipWithout('list', [listTools.lists_get, listEntryTools.list_entries_list, listEntryTools.list_entries_get]);
  const searches = has(searchTools.searches_list) ? await read(searchTools.searches_list, {}) : undefined;
  const [search] = searches?.items ?? [];
  if (search) await checkSearch(connection, { has, id: search.id });
  else skipWithout('saved search', [searchTools.searches_get, searchTools.searches_signals_list]);
  await checkLookups(connection, has);

  function skipWithout(noun: string, tools: Tool[]) {
    for (const tool of tools.filter(has)) {
      findings.skip(nameOf(tool), 'answers', `${connection.identifier} has no ${noun} to read`);
    }
  }
}

async function checkSignals(connection: CheckedConnection, has: (tool: Tool) => boolean): Promise<void> {
  const { read, findings, nameOf, execute } = connection;
  const { signals_list: list, signals_get: get, signals_list_by_linkedin_id: person } = signalTools;
  const page = await read(list, { limit });
  const sample = page?.items ?? [];
  await checkPaging(connection, { tool: list, read: (size) => read(list, size), known: sample.length });
  const { probes, unprobed } = signalProbes(sample);
  for (const { filter, matches } of probes) {
    const items = async () => (await read(list, { ...filter, limit }))?.items;
    await checkFilter(connection, { tool: list, filter, sample, matches, read: items, pageSize: maxPageSize });
  }
  for (const key of unprobed) findings.skip(nameOf(list), 'filters', `${key}: no signal has a value`);
  const faults = expectCode('BAD_USER_INPUT', 'sent {"limit":"0"}', await execute(nameOf(list), { limit: '0' }));
  findings.judge(nameOf(list), 'errors', faults);

  const [signal] = sample;
  const byId = [get, person, listEntryTools.signals_entries].filter(has);
  for (const tool of byId) await checkUnknown(connection, tool, { id: unknownId });
  if (!signal) {
    for (const tool of byId) findings.skip(nameOf(tool), 'answers', 'there is no signal to read');
    return;
  }
  const { id } = signal;
  if (has(get)) sameId(connection, get, id, (await read(get, { id }))?.id);
  if (has(person)) {
    const found = await read(person, { id });
    if (found) sameId(connection, person, id, found.items.find((item) => item.id === id)?.id);
  }
  if (has(listEntryTools.signals_entries)) await read(listEntryTools.signals_entries, { id });
}

async function checkList(
  connection: CheckedConnection,
  { has, id }: { has: (tool: Tool) => boolean; id: string },
): Promise<void> {
  const { read, findings, nameOf } = connection;
  const { list_entries_list: list, list_entries_get: get } = listEntryTools;
  if (has(listTools.lists_get)) {
    sameId(connection, listTools.lists_get, id, (await read(listTools.lists_get, { id }))?.id);
    await checkUnknown(connection, listTools.lists_get, { id: unknownId });
  }
  if (!has(list)) return;
  const entries = (await read(list, { list_id: id, limit }))?.items.flatMap((entry) => entry ?? []) ?? [];
  await checkPaging(connection, {
    tool: list,
    read: (size) => read(list, { list_id: id, ...size }),
    known: entries.length,
  });
  for (const [key, field] of [
    ['screened_by', 'viewerHasScreened'],
    ['viewed_by', 'viewerHasViewed'],
  ] as const) {
    const filter = { [key]: ['me'] };
    await checkFilter(connection, {
      tool: list,
      filter,
      sample: entries,
      matches: ({ signal }) => signal?.[field] ?? null,
      read: async () => (await read(list, { list_id: id, ...filter, limit }))?.items.flatMap((entry) => entry ?? []),
      pageSize: maxPageSize,
    });
  }
  const oldestFirst = await read(list, { list_id: id, limit, sort_order: 'asc' });
  const times = oldestFirst?.items.flatMap((entry) => entry?.createdAt?.getTime() ?? []) ?? [];
  if (new Set(times).size < 2) findings.skip(nameOf(list), 'filters', 'sort_order: all entries have the same time');
  else {
    const isAscending = times.every((time, index) => index === 0 || time >= (times[index - 1] ?? time));
    const fault = 'sent {"sort_order":"asc"}; received a newer entry before an older one; expected the oldest first';
    findings.judge(nameOf(list), 'filters', isAscending ? [] : [fault]);
  }
  await checkUnknown(connection, list, { list_id: unknownId });
  if (!has(get)) return;
  const [entry] = entries;
  if (entry) sameId(connection, get, entry.id, (await read(get, { list_id: id, entry_id: entry.id }))?.id);
  else findings.skip(nameOf(get), 'answers', 'the list has no entry');
  await checkUnknown(connection, get, { list_id: id, entry_id: unknownId });
}

async function checkSearch(
  connection: CheckedConnection,
  { has, id }: { has: (tool: Tool) => boolean; id: string },
): Promise<void> {
  const { read } = connection;
  const { searches_get: get, searches_signals_list: list } = searchTools;
  if (has(get)) {
    sameId(connection, get, id, (await read(get, { id }))?.id);
    await checkUnknown(connection, get, { id: unknownId });
  }
  if (!has(list)) return;
  const found = await read(list, { id, limit });
  const known = found?.items.length ?? 0;
  await checkPaging(connection, { tool: list, read: (size) => read(list, { id, ...size }), known });
  await checkUnknown(connection, list, { id: unknownId });
}

interface Named {
  id?: string;
  name: string | null;
}

async function checkLookups(connection: CheckedConnection, has: (tool: Tool) => boolean): Promise<void> {
  const { read, findings, nameOf } = connection;
  for (const [tool, key] of [
    [lookupTools.cities_list, 'name'],
    [lookupTools.companies_list, 'id'],
    [lookupTools.educations_list, 'id'],
  ] as const) {
    if (!has(tool)) continue;
    const items: Named[] = (await read(tool, { limit }))?.items ?? [];
    await checkPaging(connection, { tool, read: (size) => read(tool, size), known: items.length, key });
    const name = items.find((item) => item.name !== null)?.name;
    const of = { tool, sample: items, pageSize: maxPageSize, key };
    if (name == null) findings.skip(nameOf(tool), 'filters', 'there is no name to search');
    else {
      await checkFilter<Named>(connection, {
        ...of,
        filter: { search: name },
        // Other names may match too, because words match in any order and spelling.
        matches: (item) => (item.name === name ? true : isUnlike(item.name, name) ? false : null),
        read: async () => (await read(tool, { search: name, limit }))?.items,
      });
    }
    const id = items[0]?.id;
    if (id === undefined || tool.name === 'cities_list') continue;
    await checkFilter<Named>(connection, {
      ...of,
      filter: { ids: [id] },
      matches: (item) => item.id === id,
      read: async () => (await read(tool, { ids: [id], limit }))?.items,
    });
  }
}

/** Whether the names have no letter in common, so that no search for one finds the other. */
const isUnlike = (name: string | null, other: string) =>
  name === null || !other.split(' ').some((word) => name.toLowerCase().includes(word.toLowerCase().slice(0, 2)));

function sameId({ findings, nameOf }: CheckedConnection, tool: Tool, id: string, found: string | undefined) {
  if (found === undefined || found === id) return;
  findings.fault(nameOf(tool), 'answers', `sent ${id}; received ${found}; expected the record with this id`);
}

export async function checkUnknown({ findings, nameOf, execute }: CheckedConnection, tool: Tool, params: object) {
  const sent = `sent ${JSON.stringify(params)}`;
  findings.judge(nameOf(tool), 'errors', expectCode('NOT_FOUND', sent, await execute(nameOf(tool), params)));
}
