import { mayBeGuest, matchGuest } from '../../../src/graph/matching/rules/match.ts';
import { groupByPerson } from '../../../src/graph/matching/rules/person.ts';
import { NameIndex } from '../../../src/graph/matching/rules/names/name-index.ts';
import { parsePersonName } from '../../../src/graph/matching/rules/names/person-name.ts';
import { activityPayload } from '../../../src/tools/conversation/activity.ts';
import { companyPayload } from '../../../src/tools/talent/lookup.ts';
import { signalPayload } from '../../../src/tools/talent/signal.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import { atMost, type BenchCase, many, median, milliseconds } from '../figure.ts';
import { labelledSetFigures, labelledSets } from './labelled-sets.ts';

const syllables =
  'ar bel cor dan el fro gal hol in jas kel lor mar nim os pet qui ros san tam ul vel wil yar zol'.split(' ');

const word = (random: Random) => {
  const text = random.pick(syllables) + random.pick(syllables);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const counts = { signals: 25, activities: 5_000 };
const maxCpuMs = 60;
const rounds = 15;

/** How well guests are matched with signals, measured on labelled sets, and how fast. */
export const matching: BenchCase = {
  name: 'matching',
  measure: async () => [...labelledSets.flatMap(labelledSetFigures), indexingTime()],
};

/** CPU time of finding the conversations of a page of signals in a full scan. */
function indexingTime() {
  const input = largeInput();
  const times = many(rounds, () => {
    const before = process.cpuUsage();
    matchAll(input);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  const [signals, activities] = [counts.signals, counts.activities.toLocaleString('en-US')];
  return atMost(`CPU time of matching ${signals} signals with ${activities} activities`, {
    value: median(times),
    max: maxCpuMs,
    show: milliseconds,
    baseline: `${milliseconds(times[0] ?? Number.NaN)} in the first round`,
  });
}

function largeInput() {
  const random = randomFrom(1);
  const companies = many(300, (index) =>
    companyPayload.parse({
      id: `exe_${index}`,
      name: `${word(random)} ${word(random)}`,
      domain: index % 2 ? `company-${index}.example` : null,
    }),
  );
  const [given, family] = [many(40, () => word(random)), many(40, () => word(random))];
  const name = () => `${random.pick(given)} ${random.pick(family)}`;
  const signals = many(counts.signals, (index) =>
    signalPayload.parse({
      id: `sig_${index}`,
      full_name: name(),
      experiences: many(5, (position) => ({
        company_id: random.pick(companies).id,
        company_name: random.pick(companies).name,
        start_date: `${2025 - position * 2}-03`,
        end_date: position === 0 ? null : `${2027 - position * 2}-03`,
      })),
    }),
  );
  const activities = many(counts.activities, (index) =>
    activityPayload.parse({
      id: `activity ${index}`,
      title: `${random.pick(['Intro with', 'Renewal:', 'Larkfield <>', 'Radar for'])} ${random.pick(companies).name}`,
      started_at: '2026-03-15T10:00:00Z',
      participants: [
        { id: 'host', name: 'Robin Sample', email: 'robin@larkfield.example', affiliation: 'internal' },
        ...[0, 1].map((guest) => ({
          id: `guest ${guest}`,
          // Most guests occur in a few activities only.
          name: `${name()}${index % 3 ? '' : `-${Math.floor(index / 9)}`}`,
          email: `guest@company-${random.int(1, 300)}.example`,
          affiliation: 'external',
        })),
      ],
    }),
  );
  return { signals, activities, companies: new Map(companies.map((company) => [company.id, company])) };
}

function matchAll({ signals, activities, companies }: ReturnType<typeof largeInput>): number {
  const guests = activities.flatMap((activity) =>
    activity.participants.filter(mayBeGuest).map((guest) => ({ guest, activity })),
  );
  const index = new NameIndex(guests, ({ guest }) => guest.name);
  let found = 0;
  for (const signal of signals) {
    const name = parsePersonName(signal.fullName);
    if (!name) continue;
    const people = groupByPerson(signals.filter(({ fullName }) => fullName === signal.fullName));
    for (const { item } of index.find(name)) found += matchGuest({ ...item, people, companies }).length;
  }
  return found;
}
