import { listEntryTools, listTools } from '../../../tools/talent/list.ts';
import { lookupTools } from '../../../tools/talent/lookup.ts';
import { searchTools } from '../../../tools/talent/search.ts';
import { signalTools } from '../../../tools/talent/signal.ts';
import { maxPageSize } from '../../../tools/talent/vocabulary.ts';
import type { Tool } from '../../../tools/tool.ts';
import { checkFilter } from './check-filter.ts';
import { checkPaging } from './check-paging.ts';
import type { CheckedTools, ItemOf } from './checked-tools.ts';
import { signalProbes } from './signal-probes.ts';

const limit = String(maxPageSize);
const wholePage = { params: { limit }, pageSize: maxPageSize };
const unknownId = 'no-such-id';

/** Calls the tools with ids that earlier calls returned. */
export async function checkTalent(tools: CheckedTools): Promise<void> {
  const { itemsOf, identifier } = tools;
  if (tools.has(signalTools.signals_list)) await checkSignals(tools);
  const list = (await itemsOf(listTools.lists_list))?.find(({ entryCount }) => entryCount !== 0);
  if (list) await checkList(tools, list.id);
  else skipWithout('list', [listTools.lists_get, listEntryTools.list_entries_list, listEntryTools.list_entries_get]);
  const [search] = (await itemsOf(searchTools.searches_list)) ?? [];
  if (search) await checkSearch(tools, search.id);
  else skipWithout('saved search', [searchTools.searches_get, searchTools.searches_signals_list]);
  await checkLookups(tools);

  function skipWithout(noun: string, skipped: Tool[]) {
    tools.skip(skipped, `${identifier} has no ${noun} to read`, 'answers');
  }
}

async function checkSignals(tools: CheckedTools): Promise<void> {
  const { read, itemsOf, rejects, skip } = tools;
  const { signals_list: list, signals_get: get, signals_list_by_linkedin_id: person } = signalTools;
  const sample = (await itemsOf(list, { limit })) ?? [];
  await checkPaging(tools, list, { known: sample.length });
  const { probes, unprobed } = signalProbes(sample);
  for (const probe of probes) await checkFilter(tools, list, { ...probe, ...wholePage, sample });
  for (const key of unprobed) skip(list, `${key}: no signal has a value`, 'filters');
  await rejects(list, { limit: '0' }, 'BAD_USER_INPUT');

  const [signal] = sample;
  const byId = [get, person, listEntryTools.signals_entries];
  for (const tool of byId) await rejects(tool, { id: unknownId });
  if (!signal) return skip(byId, 'there is no signal to read', 'answers');
  const { id } = signal;
  sameId(tools, get, id, await read(get, { id }));
  const found = await itemsOf(person, { id });
  sameId(
    tools,
    person,
    id,
    found?.find((item) => item.id === id),
  );
  await read(listEntryTools.signals_entries, { id });
}

async function checkList(tools: CheckedTools, id: string): Promise<void> {
  const { read, itemsOf, rejects, judge, skip } = tools;
  const { list_entries_list: list, list_entries_get: get } = listEntryTools;
  sameId(tools, listTools.lists_get, id, await read(listTools.lists_get, { id }));
  await rejects(listTools.lists_get, { id: unknownId });
  if (!tools.has(list)) return;
  const params = { list_id: id, limit };
  const sample = (await itemsOf(list, params)) ?? [];
  await checkPaging(tools, list, { params, known: sample.length });
  for (const [key, field] of [
    ['screened_by', 'viewerHasScreened'],
    ['viewed_by', 'viewerHasViewed'],
  ] as const) {
    const matches = ({ signal }: ItemOf<typeof list>) => signal?.[field] ?? null;
    await checkFilter(tools, list, { filter: { [key]: ['me'] }, ...wholePage, params, sample, matches });
  }
  const oldestFirst = await itemsOf(list, params, { sort_order: 'asc' });
  const times = oldestFirst?.flatMap((entry) => entry.createdAt?.getTime() ?? []) ?? [];
  if (new Set(times).size < 2) skip(list, 'sort_order: all entries have the same time', 'filters');
  else {
    const isAscending = times.every((time, index) => index === 0 || time >= (times[index - 1] ?? time));
    const fault = 'sent {"sort_order":"asc"}; received a newer entry before an older one; expected the oldest first';
    judge(list, isAscending ? [] : [fault], 'filters');
  }
  await rejects(list, { list_id: unknownId });
  const [entry] = sample;
  if (entry) sameId(tools, get, entry.id, await read(get, { list_id: id, entry_id: entry.id }));
  else skip(get, 'the list has no entry', 'answers');
  await rejects(get, { list_id: id, entry_id: unknownId });
}

async function checkSearch(tools: CheckedTools, id: string): Promise<void> {
  const { read, itemsOf, rejects } = tools;
  const { searches_get: get, searches_signals_list: list } = searchTools;
  sameId(tools, get, id, await read(get, { id }));
  await rejects(get, { id: unknownId });
  if (!tools.has(list)) return;
  const found = await itemsOf(list, { id, limit });
  await checkPaging(tools, list, { params: { id }, known: found?.length ?? 0 });
  await rejects(list, { id: unknownId });
}

async function checkLookups(tools: CheckedTools): Promise<void> {
  for (const [tool, key] of [
    [lookupTools.cities_list, 'name'],
    [lookupTools.companies_list, 'id'],
    [lookupTools.educations_list, 'id'],
  ] as const) {
    if (!tools.has(tool)) continue;
    const sample = (await tools.itemsOf(tool, { limit })) ?? [];
    await checkPaging(tools, tool, { known: sample.length, key });
    const name = sample.find((item) => item.name !== null)?.name;
    const of = { ...wholePage, sample, key };
    if (name == null) tools.skip(tool, 'there is no name to search', 'filters');
    else {
      await checkFilter(tools, tool, {
        ...of,
        filter: { search: name },
        // Other names may match too, because words match in any order and spelling.
        matches: (item) => (item.name === name ? true : isUnlike(item.name, name) ? false : null),
      });
    }
    const [first] = sample;
    if (tool.name === 'cities_list' || !first || !('id' in first)) continue;
    const { id } = first;
    await checkFilter(tools, tool, { ...of, filter: { ids: [id] }, matches: (item) => 'id' in item && item.id === id });
  }
}

/** Whether the names have no letter in common, so that no search for one finds the other. */
const isUnlike = (name: string | null, other: string) =>
  name === null || !other.split(' ').some((word) => name.toLowerCase().includes(word.toLowerCase().slice(0, 2)));

function sameId({ judge }: CheckedTools, tool: Tool, id: string, record: { id: string } | undefined) {
  if (!record || record.id === id) return;
  judge(tool, [`sent ${id}; received ${record.id}; expected the record with this id`], 'answers');
}
