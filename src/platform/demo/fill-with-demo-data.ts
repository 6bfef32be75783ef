import type { ConnectorKind } from '../../tools/tool.ts';
import { inTransaction } from '../database/in-transaction.ts';
import type { Db } from '../database/open-database.ts';
import type { Tables } from '../database/tables/tables.ts';
import { importBatch } from '../import/import-batch.ts';
import { themesDigest, topicThemes } from '../services/conversation/store/themes.ts';
import { defaultOrganizationId } from '../services/conversation/store/store-organization.ts';
import { readDemoRecords } from './demo-records.ts';

export interface DemoOptions {
  service: ConnectorKind;
  /** Relative times count back from it; the newest demo records are a few minutes older. */
  now: Date;
  onProgress?: (stored: number, total: number) => void;
}

const batchRecords = 100;

/** One transaction. Conversations are added to the oldest organization, which is renamed, or to a new one. */
export async function fillWithDemoData(db: Db, { service, now, onProgress }: DemoOptions): Promise<void> {
  const records = await readDemoRecords(service, now);
  await inTransaction(db, async (trx) => {
    for (let start = 0; start < records.length; start += batchRecords) {
      const { faults } = await importBatch(trx, records.slice(start, start + batchRecords));
      const [first] = faults;
      if (first) throw new Error(`line ${first.line} of the ${service} demo data: ${first.fault}`);
      onProgress?.(Math.min(start + batchRecords, records.length), records.length);
    }
    if (service === 'convo') await markTopicsAsMatched(trx);
  });
}

/** Topic matches of demo data are refreshed when themes change, unlike those of other imports. */
async function markTopicsAsMatched(db: Db): Promise<void> {
  const themes = await topicThemes(db, await defaultOrganizationId(db));
  await db
    .updateTable('convo_activities')
    .set({ themes_digest: themesDigest(themes) })
    .where('themes_digest', 'is not', null)
    .execute();
}

/** A service with a row in one of its tables is not empty. Users do not count: they are added on their first call. */
const filledTables = {
  talent: ['talent_signals', 'talent_lists', 'talent_searches', 'talent_companies', 'talent_institutions'],
  convo: ['convo_activities', 'convo_themes', 'convo_call_scores', 'convo_coaching_feedback', 'convo_webhooks'],
} as const satisfies Record<ConnectorKind, (keyof Tables)[]>;

export async function isEmpty(db: Db, service: ConnectorKind): Promise<boolean> {
  for (const table of filledTables[service]) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false;
  }
  return true;
}
