import { groupByPerson, mayBeGuest, matchGuest } from '../../../src/graph/matching/rules/match.ts';
import { NameIndex } from '../../../src/graph/matching/rules/names/name-index.ts';
import { parsePersonName } from '../../../src/graph/matching/rules/names/person-name.ts';
import { activityPayload } from '../../../src/tools/conversation/activity.ts';
import { companyPayload } from '../../../src/tools/talent/lookup.ts';
import { signalPayload } from '../../../src/tools/talent/signal.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import { type Figure, median, milliseconds } from '../figure.ts';

const list = (text: string) => text.split(' ');

const pools = {
  given: list(
    'Aaliyah Bruno Carmen Dario Elin Farid Greta Hamza Imani Jasper Keiko Lennart Mirela Nadia Otto Priya Quentin Rosalba ' +
      'Stellan Tamsin Ulrike Viggo Wiktor Xenia Yara Zoltan Aurelio Brigid Cormac Delphine Esme Fergus Gunnar Hedda Ingmar ' +
      'Jelena Kiran Lorcan Magnus Nerys',
  ),
  family: list(
    'Abara Birkeland Castellan Dunmore Eskildsen Fairbrother Galvan Hargreave Ibsen Jardine Kowalczyk Lindholm Marchetti ' +
      'Novotny Okafor Pettigrew Quintero Rasmussen Sandoval Thackeray Underhill Vasquez Whitlock Yamamoto Zielinski Ashdown ' +
      'Bellweather Corrigan Devereaux Ellingham Farquhar Goldsmith Hollander Iverson Jankowski Kettering Lombardi Mortensen ' +
      'Nightingale Ostrander',
  ),
  companyFirst: list(
    'Alder Brisk Cinder Dapple Ember Fjord Gantry Heron Indigo Juniper Kelp Lantern Mistral Nimbus Ochre Pewter Quarry Russet ' +
      'Saffron Tundra Umber Velvet Willow Yarrow',
  ),
  companySecond: list(
    'Freight Robotics Health Analytics Foods Energy Logistics Biotech Optics Mobility Textiles Payments Irrigation Aerospace ' +
      'Ceramics Insurance',
  ),
};

const titleWith = (company: string, random: Random): string =>
  random.pick([`Intro with ${company}`, `${company}: renewal`, `Larkfield <> ${company}`, `Radar for ${company}`]);

const counts = { signals: 25, activities: 5_000 };
const maxCpuMs = 60;
const rounds = 15;

/** CPU time of finding the conversations of a page of signals in a full scan. */
export function indexingTime(): Figure {
  const input = largeInput();
  const times = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    matchAll(input);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return {
    name: `CPU time of matching ${counts.signals} signals with ${counts.activities.toLocaleString('en-US')} activities`,
    value: milliseconds(median(times)),
    baseline: `${milliseconds(times[0] ?? Number.NaN)} in the first round`,
    target: `below ${maxCpuMs} ms`,
    reached: median(times) < maxCpuMs,
  };
}

function largeInput() {
  const random = randomFrom(1);
  const companies = Array.from({ length: 300 }, (_, index) =>
    companyPayload.parse({
      id: `exe_${index}`,
      name: `${random.pick(pools.companyFirst)} ${random.pick(pools.companySecond)}`,
      domain: index % 2 ? `company-${index}.example` : null,
    }),
  );
  const name = () => `${random.pick(pools.given)} ${random.pick(pools.family)}`;
  const signals = Array.from({ length: counts.signals }, (_, index) =>
    signalPayload.parse({
      id: `sig_${index}`,
      full_name: name(),
      experiences: Array.from({ length: 5 }, (_unused, position) => ({
        company_id: random.pick(companies).id,
        company_name: random.pick(companies).name,
        start_date: `${2025 - position * 2}-03`,
        end_date: position === 0 ? null : `${2027 - position * 2}-03`,
      })),
    }),
  );
  const activities = Array.from({ length: counts.activities }, (_, index) =>
    activityPayload.parse({
      id: `activity ${index}`,
      title: titleWith(random.pick(companies).name ?? '', random),
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
