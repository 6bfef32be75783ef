import { v5 } from 'uuid';
import type { Db } from '../../../src/platform/database/open-database.ts';
import { storeActivities } from '../../../src/platform/services/conversation/store/store-activities.ts';
import { storeSignals } from '../../../src/platform/services/talent/store/store-signals.ts';
import { many } from '../figure.ts';

const space = '6f1c7f5e-8d0b-4f3d-9c3e-2b7a5d1e0c44';
const firstNames = ['Ada', 'Boris', 'Clara', 'Dmitri', 'Elena'];
const endings = ['al', 'en', 'on', 'er', 'ley', 'son', 'is', 'orf', 'ini', 'ette'];
const people = firstNames.length * endings.length;
const minuteMs = 60_000;

const nameOf = (person: number) =>
  `${firstNames[person % firstNames.length]} Crowd${endings[Math.floor(person / firstNames.length) % endings.length]}`;

/** Stores 1,520 conversations with 15,500 guests, and 2,000 signals, all with the same 50 names. */
export async function storeCrowd(db: Db, now = Date.now()): Promise<void> {
  const { id: host, organization_id } = await db
    .selectFrom('convo_users')
    .select(['id', 'organization_id'])
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const call = (title: string, { at, everyMs, guests }: { at: number; everyMs: number; guests: number }) => ({
    id: v5(`${title} ${at}`, space),
    organization_id,
    type: 'call' as const,
    status: 'completed' as const,
    title,
    started_at: new Date(now - (at + 1) * everyMs).toISOString().slice(0, 19).replace('T', ' '),
    host_user_id: host,
    participants: many(guests, (guest) => ({
      id: v5(`${title} ${at} ${guest}`, space),
      name: nameOf(at + guest),
      affiliation: 'external' as const,
    })),
  });
  for (const [title, calls, form] of [
    ['crowd', 1500, { everyMs: 60 * minuteMs, guests: 7 }],
    ['hall', 20, { everyMs: minuteMs, guests: 250 }],
  ] as const) {
    for (let from = 0; from < calls; from += 20) {
      await storeActivities(
        db,
        many(20, (at) => call(title, { at: from + at, ...form })),
      );
    }
  }
  for (let from = 0; from < 2_000; from += 500) {
    await storeSignals(
      db,
      many(500, (at) => ({
        id: `sig_crowd_${from + at}`,
        full_name: nameOf(from + at),
        linkedin_id: `crowd-${(from + at) % people}`,
        discovered_at: now - (from + at) * 1000,
      })),
    );
  }
}
