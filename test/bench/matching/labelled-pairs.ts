import type { Random } from '../../support/random.ts';
import { randomFrom } from '../../support/random.ts';
import { type ActivityRecord, activityPayload } from '../../../src/tools/conversation/activity.ts';
import { type CompanyRecord, companyPayload } from '../../../src/tools/talent/lookup.ts';
import { type SignalRecord, signalPayload } from '../../../src/tools/talent/signal.ts';
import { type Half, neutralTitles, ofHalf, pools } from './name-pools.ts';
import { pairKinds } from './pair-kinds.ts';
import type { Draw, PairPlan } from './pair-plan.ts';

/** A guest of a conversation, and people with signals of whom one may be the guest. */
export interface LabelledPair {
  kind: string;
  half: Half;
  activity: ActivityRecord;
  signals: SignalRecord[];
  companies: Map<string, CompanyRecord>;
  /** Id of the signal whose person is the guest; null if it is none of them, or if nothing tells which. */
  expected: string | null;
  /** Whether the email address or title tells the company. */
  hasCompanyKey: boolean;
  isFreeMailWithNeutralTitle: boolean;
}

const seed = 20_261_123;
const pairsPerKind = 30;

/** Generates 30 pairs of each kind, half of them held out; always the same. */
export function labelledPairs(): LabelledPair[] {
  const random = randomFrom(seed);
  return Object.entries(pairKinds).flatMap(([kind, plan]) =>
    Array.from({ length: pairsPerKind }, (_, index) => {
      const half = index % 2 === 0 ? 'development' : 'held-out';
      return pairOf(kind, plan(drawFrom(random, half), Math.floor(index / 2)), { half, random, index });
    }),
  );
}

function drawFrom(random: Random, half: Half): Draw {
  const from = <Value>(values: readonly Value[]) => random.pick(ofHalf(values, half));
  return {
    ...random,
    half,
    fullName: () => `${from(pools.given)} ${from(pools.family)}`,
    company() {
      const words = [from(pools.companyFirst), from(pools.companySecond)];
      const name = random.chance(30) ? [...words, from(pools.legalForm)].join(' ') : words.join(' ');
      const slug = words.join('-').toLowerCase();
      return { id: `exe_${random.int(1, 1e9)}`, name, domain: random.chance(50) ? `${slug}.example` : null };
    },
  };
}

function pairOf(
  kind: string,
  { guest, title, people, companies, isFirst, hasCompanyKey = true }: PairPlan,
  { half, random, index }: { half: Half; random: Random; index: number },
): LabelledPair {
  const startedAt = new Date(Date.UTC(2024, random.int(0, 24), random.int(1, 28), random.int(8, 17)));
  const month = (offset: number) =>
    new Date(Date.UTC(startedAt.getUTCFullYear(), startedAt.getUTCMonth() + offset, 1)).toISOString().slice(0, 7);
  const id = `${kind} ${index}`;
  return {
    kind,
    half,
    activity: activityPayload.parse({
      id,
      title: title ?? random.pick(neutralTitles),
      started_at: startedAt.toISOString(),
      participants: [
        { id: 'host', name: 'Robin Sample', email: 'robin@larkfield.example', affiliation: 'internal' },
        { id: 'guest', ...guest, affiliation: 'external' },
      ],
    }),
    signals: people.map(({ name, jobs }, person) =>
      signalPayload.parse({
        id: `${id} ${person}`,
        linkedin_id: `in-${id}-${person}`,
        full_name: name,
        experiences: jobs.map(({ companyId, companyName, from, to }) => ({
          company_id: companyId,
          company_name: companyName,
          start_date: month(from),
          end_date: to === null ? null : month(to),
          is_current: to === null,
        })),
      }),
    ),
    companies: new Map(companies.map((company) => [company.id, companyPayload.parse(company)])),
    expected: isFirst ? `${id} 0` : null,
    hasCompanyKey,
    isFreeMailWithNeutralTitle: kind === 'free mail' && title === undefined,
  };
}
