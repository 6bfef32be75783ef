import type { Db } from '../../src/platform/database/open-database.ts';
import { vacuum } from '../../src/platform/database/vacuum.ts';
import { readDemoRecords } from '../../src/platform/demo/demo-records.ts';
import { importBatch } from '../../src/platform/import/import-batch.ts';
import { importSchemas } from '../../src/platform/import/kinds/import-kinds.ts';
import { storeSignals } from '../../src/platform/services/talent/store/store-signals.ts';

/** Stores `count` signals: repeated copies of the demo signals, each with its own ids and earlier times. */
export async function storeManySignals(db: Db, count: number): Promise<void> {
  const records = await readDemoRecords('talent', new Date());
  const lookups = records.filter(({ kind }) => ['user', 'company', 'institution'].includes(kind));
  await importBatch(db, lookups);
  const signals = records.flatMap(({ kind, fields }) =>
    kind === 'signal' ? [importSchemas.signal.parse(fields)] : [],
  );
  for (let start = 0; start < count; start += signals.length) {
    const copies = signals.slice(0, count - start).map((signal) => ({
      ...signal,
      id: `${signal.id}_${start}`,
      linkedin_id: `${signal.linkedin_id}${start}`,
      discovered_at: new Date(signal.discovered_at).getTime() - start * 3600,
    }));
    await storeSignals(db, copies);
  }
  await vacuum(db, 'talent');
}
