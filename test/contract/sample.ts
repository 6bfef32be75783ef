import { activityTools } from '../../src/tools/conversation/activity.ts';
import { toUtcText } from '../../src/tools/conversation/date-time.ts';
import { teamTools } from '../../src/tools/conversation/team.ts';
import { activitiesPageSize } from '../../src/tools/conversation/vocabulary.ts';
import { listEntryTools, listTools } from '../../src/tools/talent/list.ts';
import { lookupTools } from '../../src/tools/talent/lookup.ts';
import { searchTools } from '../../src/tools/talent/search.ts';
import { signalTools } from '../../src/tools/talent/signal.ts';
import type { Caller } from './contract-caller.ts';

const dayMs = 86_400_000;

export type Sample = ReturnType<typeof createSample>;

/** What the platform has, read when a test first needs it. All expectations are computed from it. */
export function createSample(call: Caller) {
  const now = Date.now();
  /** Nearly the longest period that `activities_list` accepts. */
  const recent = toUtcText(new Date(now - 170 * dayMs));
  const always = { fromDate: toUtcText(new Date(now - 3650 * dayMs)), toDate: toUtcText(new Date(now)) };
  const signals = once(() => call.all(signalTools.signals_list, {}));
  const screened = once(() => call.all(signalTools.signals_list, { screened_by: ['me'] }));
  const lists = once(async () => (await call.all(listTools.lists_list, {})).items);
  /** The list with the most entries. */
  const list = once(
    async () => (await lists()).toSorted((one, other) => (other.entryCount ?? 0) - (one.entryCount ?? 0))[0],
  );
  return {
    recent,
    always,
    signals,
    /** Together with `signals`, all signals. */
    screened,
    lists,
    list,
    entries: once(async () => {
      const { id } = (await list()) ?? {};
      return id === undefined
        ? { items: [], isWhole: true }
        : call.all(listEntryTools.list_entries_list, { list_id: id });
    }),
    searches: once(async () => (await call.all(searchTools.searches_list, {})).items),
    cities: once(() => call.all(lookupTools.cities_list, {})),
    companies: once(() => call.all(lookupTools.companies_list, {})),
    institutions: once(() => call.all(lookupTools.educations_list, {})),
    activities: once(() => call.all(activityTools.activities_list, { fromDate: recent }, activitiesPageSize)),
    updated: once(() => call.all(activityTools.activities_list, { updatedFrom: recent }, activitiesPageSize)),
    users: once(async () => (await call.read(teamTools.users_list, {})).items),
  };
}

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => (value ??= read());
}
