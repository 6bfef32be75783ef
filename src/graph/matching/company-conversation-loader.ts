import type { ActivityRecord, ParticipantRecord } from '../../tools/conversation/activity.ts';
import type { CompanyRecord } from '../../tools/talent/lookup.ts';
import type { GraphContext } from '../core/context.ts';
import { batchLoader, oncePer, perOperation, toError } from '../core/loader.ts';
import {
  latestFirst,
  scanActivities,
  secondOf,
  type TimedActivity,
} from '../conversation/activity/scan/activity-scan.ts';
import type { ParticipantNode } from '../conversation/activity/participant.ts';
import { isWithin } from '../conversation/activity/period.ts';
import {
  type CompanyKey,
  emailCompanyKey,
  emailDomain,
  isCompanyInTitle,
  prepareCompany,
} from './rules/companies/company-match.ts';
import { withoutEmails } from './rules/evidence.ts';
import { guestsAmong } from './guests.ts';
import { type ScannedPeriod, warnOfMissingParticipants } from './signal-guests.ts';

export interface CompanyConversation extends TimedActivity {
  /** Guests whose email address belongs to the company; empty if only the title names the company. */
  guests: readonly ParticipantNode[];
  /** Company keys that match, the most certain first; never empty. */
  matchedOn: readonly CompanyKey[];
  /** The reason for the match in an English sentence, without email addresses. */
  evidence: string;
}

interface Search {
  company: CompanyRecord;
  period: ScannedPeriod;
  /** The last conversation of the previous page. */
  after: { time: number; id: string } | undefined;
  /** Number of conversations to find; `Infinity` to find all. */
  count: number;
}

interface Found {
  /** Conversations, latest first; more than `count` if further conversations follow. */
  conversations: readonly CompanyConversation[];
  /** Whether the period was read to its start, so that there are no further conversations. */
  isComplete: boolean;
}

/** Finds the conversations with guests of a company. Searches that begin together share one scan of a period. */
export const companyConversationsLoader = perOperation((context) =>
  batchLoader<Search, Found>(
    context,
    async (searches) => {
      const scans = [...Map.groupBy(searches, spanKey).values()].map(async (sameSpan) => {
        const result = await scanSpan(sameSpan, context).catch(toError);
        return sameSpan.map((search, index) => [search, result instanceof Error ? result : result[index]] as const);
      });
      const results = new Map((await Promise.all(scans)).flat());
      return searches.map((search) => results.get(search) ?? new Error('a search of conversations has no result'));
    },
    { cache: false },
  ),
);

const readsAll = ({ count }: Search) => count === Infinity;

const spanKey = (search: Search) => {
  const { from, to } = spanOf(search);
  return `${from.getTime()} ${to?.getTime()}`;
};

/** Scans run from latest to earliest, so a later page starts in the second of the previous page's last conversation. */
function spanOf({ period: { from, to }, after }: Search): ScannedPeriod {
  return { from, to: after ? new Date(Math.min(after.time + 1000, to?.getTime() ?? Infinity)) : to };
}

/** Scans the activities once for searches that all have the same span. */
async function scanSpan(searches: readonly Search[], context: GraphContext): Promise<Found[]> {
  const collectors = searches.map(createCollector);
  const { turns } = context.operation;
  const [search] = searches;
  if (!search) return [];
  const { from, to } = spanOf(search);
  const end = to ?? context.now();
  let time = end.getTime();
  let [activityCount, participantCount] = [0, 0];
  let isComplete = false;
  const scan = { by: 'occurred', from, to: end, readsAll: searches.some(readsAll) } as const;
  for await (const { items, endsWindow, endsScan } of scanActivities(context, scan)) {
    const isGuest = await guestsAmong(items, context);
    for (const record of items) {
      const guests = record.participants.filter(isGuest);
      time = record.startedAt?.getTime() ?? time;
      activityCount += 1;
      participantCount += record.participants.length;
      for (const collector of collectors) {
        if (turns.isDue) await turns.take();
        collector.add({ record, time }, guests);
      }
    }
    isComplete = endsScan;
    // Unless the window ends here, the next page can contain more activities of the current second.
    const earliestFinishedSecond = Math.floor(time / 1000) + (endsWindow ? 0 : 1);
    if (isComplete || collectors.every((collector) => collector.isFull(earliestFinishedSecond))) break;
  }
  if (activityCount > 0 && participantCount === 0) warnOfMissingParticipants(context);
  return collectors.map((collector) => ({ conversations: collector.sorted(), isComplete }));
}

function createCollector({ company, period, after, count }: Search) {
  const preparedCompany = prepareCompany(company);
  const found: CompanyConversation[] = [];
  const sorted = () => found.toSorted(latestFirst);
  return {
    sorted,
    add(activity: TimedActivity, guests: readonly ParticipantRecord[]): void {
      const { record, time } = activity;
      if (!isWithin(period, record.startedAt)) return;
      if (after && !(time < after.time || (time === after.time && record.id < after.id))) return;
      const match = matchCompany(record, { guests, company, preparedCompany });
      if (match) found.push({ ...activity, ...match });
    },
    /** Whether the latest `count + 1` conversations are known: all activities that start in their seconds were read. */
    isFull(earliestFinishedSecond: number): boolean {
      const next = found.length > count ? sorted()[count] : undefined;
      return next !== undefined && secondOf(next) >= earliestFinishedSecond;
    },
  };
}

function matchCompany(
  record: ActivityRecord,
  {
    guests,
    company,
    preparedCompany,
  }: {
    guests: readonly ParticipantRecord[];
    company: CompanyRecord;
    preparedCompany: ReturnType<typeof prepareCompany>;
  },
) {
  if (guests.length === 0) return null;
  const byKey = Map.groupBy(guests, (guest) => emailCompanyKey(domainOf(guest).domain, preparedCompany));
  const guestsAtDomain = byKey.get('COMPANY_DOMAIN') ?? [];
  const guestsAtLabel = byKey.get('COMPANY_LABEL') ?? [];
  const isInTitle = isCompanyInTitle(record, preparedCompany);
  const name = withoutEmails(company.name ?? company.domain ?? '');
  const reasons = [
    {
      key: 'COMPANY_DOMAIN',
      text: `${guestsHave(guestsAtDomain)} an email address at the domain of ${name}`,
      applies: guestsAtDomain.length > 0,
    },
    {
      key: 'COMPANY_LABEL',
      text: `${guestsHave(guestsAtLabel)} an email domain named like ${name}`,
      applies: guestsAtLabel.length > 0,
    },
    { key: 'COMPANY_IN_TITLE', text: `the title contains the name ${name}`, applies: isInTitle },
  ] as const;
  const matched = reasons.filter(({ applies }) => applies);
  if (matched.length === 0) return null;
  const text = matched.map((reason) => reason.text).join(', and ');
  return {
    guests: guests
      .filter((guest) => guestsAtDomain.includes(guest) || guestsAtLabel.includes(guest))
      .map((guest) => ({ ...guest, activity: record })),
    matchedOn: matched.map(({ key }) => key),
    evidence: `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
  };
}

/** In an object, because `oncePer` does not cache null. */
const domainOf = oncePer(({ email }: ParticipantRecord) => ({ domain: emailDomain(email) }));

/** Subject and verb of a sentence, for example `2 guests have`. */
const guestsHave = ({ length }: readonly unknown[]) => (length === 1 ? 'A guest has' : `${length} guests have`);
