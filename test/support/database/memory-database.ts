import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { embeddedOptions } from '../../../src/platform/database/embedded/embedded-options.ts';
import { type OpenedDatabase, openDatabase } from '../../../src/platform/database/open-database.ts';
import { migratedDatabase } from './migrated-database.ts';
import { catalogOf, emptyDatabase } from './empty-database.ts';

interface Embedded {
  pglite: PGlite;
  /** Digest of its catalog when it was new. */
  catalog: string;
}

/** Unused databases. Emptying one is ten times faster than starting one. */
const idle: Embedded[] = [];

/** Opens a migrated, empty in-memory database. Closing it empties it for the next test in this process. */
export async function openMemoryDatabase(): Promise<OpenedDatabase> {
  const embedded = idle.pop() ?? (await startEmbedded());
  return openDatabase({ pglite: lend(embedded) });
}

async function startEmbedded(): Promise<Embedded> {
  const archive = await openAsBlob(join(await migratedDatabase(), 'database.tar'));
  const pglite = await PGlite.create({ ...embeddedOptions(), loadDataDir: archive });
  await emptyDatabase(pglite);
  return { pglite, catalog: await catalogOf(pglite) };
}

/** A handle that rejects statements after `close`, which returns the database to the pool. */
function lend(embedded: Embedded): PGlite {
  let returned: Promise<void> | undefined;
  const close = () => (returned ??= takeBack(embedded));
  return new Proxy(embedded.pglite, {
    get(pglite, key) {
      if (key === 'close') return close;
      if (key === 'closed') return returned !== undefined;
      const value: unknown = Reflect.get(pglite, key, pglite);
      if (typeof value !== 'function') return value;
      if (returned) throw new Error('PGlite is closed');
      return value.bind(pglite);
    },
  });
}

async function takeBack(embedded: Embedded): Promise<void> {
  // Discards the database if a test changed its tables or left a transaction open.
  const isAsNew = await emptyDatabase(embedded.pglite).then(
    async () => (await catalogOf(embedded.pglite)) === embedded.catalog,
    () => false,
  );
  if (isAsNew) idle.push(embedded);
  else await embedded.pglite.close();
}
