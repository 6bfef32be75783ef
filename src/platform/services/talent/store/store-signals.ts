import type { Insertable } from 'kysely';
import type { z } from 'zod';
import { inTransaction } from '../../../database/in-transaction.ts';
import type { Db } from '../../../database/open-database.ts';
import { toColumns } from '../../../database/record-columns.ts';
import { batchesOf, upsertRows } from '../../../database/store-rows.ts';
import type { TalentSignalTable } from '../../../database/tables/talent-tables.ts';
import type { ImportedRecord } from '../../../../tools/record-fields.ts';
import { signalFields, type signalPayload } from '../../../../tools/talent/signal.ts';
import { instant } from '../../../../tools/wire.ts';
import { storeScreenings, storeViews } from './store-reviews.ts';
import { storeMissingUsers, userIdOf } from './store-users.ts';

export type SignalRecord = ImportedRecord<typeof signalFields> &
  Pick<
    z.input<typeof signalPayload>,
    'profile_tags' | 'experiences' | 'educations' | 'taggings' | 'views' | 'screenings'
  >;

/** Adds or replaces signals. Adds views, screenings and missing users. @throws ZodError if a time is malformed */
export async function storeSignals(db: Db, signals: readonly SignalRecord[]): Promise<void> {
  await inTransaction(db, async (trx) => {
    for (const batch of batchesOf(signals, ({ id }) => id)) {
      await storeMissingUsers(trx, batch.flatMap(mentionedUsers));
      await upsertRows(trx, 'talent_signals', { rows: batch.map(signalRow), key: ['id'] });
      await storeViews(
        trx,
        batch.flatMap(({ id, views }) => (views ?? []).map((view) => ({ signal_id: id, ...view }))),
      );
      await storeScreenings(
        trx,
        batch.flatMap(({ id, screenings }) => (screenings ?? []).map((screening) => ({ signal_id: id, ...screening }))),
      );
    }
  });
}

const mentionedUsers = ({ taggings, views, screenings }: SignalRecord) => [
  ...(taggings ?? []).flatMap(({ tagged_by: user }) => (user == null ? [] : [user])),
  ...(views ?? []).map(({ user }) => user),
  ...(screenings ?? []).map(({ user }) => user),
];

function signalRow(signal: SignalRecord): Insertable<TalentSignalTable> {
  const experiences = signal.experiences ?? [];
  const educations = signal.educations ?? [];
  const taggings = (signal.taggings ?? []).map(({ tag, created_at: createdAt, tagged_by: user }) => ({
    tag,
    created_at: createdAt == null ? null : instant.parse(createdAt).toISOString(),
    tagged_by: user == null ? null : userIdOf(user),
  }));
  return {
    ...toColumns(signalFields, signal),
    // Repeated tags could make the row too large for its index.
    profile_tags: distinct(signal.profile_tags ?? []),
    experiences: JSON.stringify(experiences),
    educations: JSON.stringify(educations),
    taggings: JSON.stringify(taggings),
    past_company_ids: distinct(experiences.map(({ company_id: id }) => id)),
    past_institution_ids: distinct(educations.map(({ institution_id: id }) => id)),
  };
}

const distinct = <Value extends string>(values: (Value | null | undefined)[]) => [
  ...new Set(values.filter((value) => value != null)),
];
