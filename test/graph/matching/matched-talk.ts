import { matchGuest } from '../../../src/graph/matching/rules/match.ts';
import { groupByPerson } from '../../../src/graph/matching/rules/person.ts';
import { activityPayload } from '../../../src/tools/conversation/activity.ts';
import { companyPayload } from '../../../src/tools/talent/lookup.ts';
import { signalPayload } from '../../../src/tools/talent/signal.ts';

export const labs = { company_id: 'exe_labs', company_name: 'Example Labs', start_date: '2022', is_current: true };
export const tides = { company_id: 'exe_tides', company_name: 'Tidewater', start_date: '2023-05', is_current: true };
const companies = new Map(
  [
    companyPayload.parse({ id: 'exe_labs', name: 'Example Labs', domain: 'labs.example' }),
    companyPayload.parse({ id: 'exe_tides', name: 'Tidewater Inc.' }),
    companyPayload.parse({ id: 'exe_unnamed', domain: 'unnamed.example' }),
  ].map((company) => [company.id, company]),
);

interface Talk {
  guest?: Record<string, unknown>;
  title?: string;
  startedAt?: string | null;
  signals: Record<string, unknown>[];
}

/** Matches a guest to signals. By default, guest and signals are Ada Ex at Example Labs. */
export function match({ guest, title = 'First talk', startedAt = '2026-03-15T10:00:00Z', signals }: Talk) {
  const activity = activityPayload.parse({
    id: 'talk',
    title,
    started_at: startedAt,
    participants: [{ id: 'guest', name: 'Ada Ex', email: 'ada@labs.example', affiliation: 'external', ...guest }],
  });
  const records = signals.map((signal, index) =>
    signalPayload.parse({
      id: `sig_${index}`,
      full_name: 'Ada Ex',
      linkedin_id: `in-${index}`,
      experiences: [labs],
      ...signal,
    }),
  );
  return activity.participants
    .flatMap((participant) => matchGuest({ guest: participant, activity, people: groupByPerson(records), companies }))
    .map(({ person, ...others }) => ({ person: person.id, ...others }));
}
