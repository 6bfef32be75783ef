import type { ConnectorKind } from '../../tools/tool.ts';
import { inTransaction } from '../database/in-transaction.ts';
import type { Db } from '../database/open-database.ts';
import type { Tables } from '../database/tables/tables.ts';
import { runsOf } from '../import/import-batch.ts';
import { importKinds, isImportKind } from '../import/kinds/import-kinds.ts';
import { themesDigest, topicThemes } from '../services/conversation/store/themes.ts';
import { defaultOrganizationId } from '../services/conversation/store/store-organization.ts';
import { readDemoRecords } from './demo-records.ts';

interface DemoOptions {
  service: ConnectorKind;
  /** Relative times count back from it; the newest demo records are a few minutes older. */
  now: Date;
}

/** One transaction. Conversations are added to the oldest organization, which is renamed, or to a new one. */
export async function fillWithDemoData(db: Db, { service, now }: DemoOptions): Promise<void> {
  const records = await readDemoRecords(service, now);
  await inTransaction(db, async (trx) => {
    for (const run of runsOf(records)) {
      const kind = run[0]?.kind ?? '';
      if (!isImportKind(kind)) throw new Error(`${kind} is not a kind of record`);
      await importKinds[kind].storeValid(trx, run);
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
