import type { Db } from '../../database/open-database.ts';
import { type IdKind, idSpaces } from './id-space.ts';

export interface SourceId {
  kind: IdKind;
  source_id: string;
}

/** A source id, and the id of its record. */
export interface ImportedId extends SourceId {
  id: string;
}

export const sourceKey = ({ kind, source_id: sourceId }: { kind: string; source_id: string }) => `${kind} ${sourceId}`;

/** Returns ids by `sourceKey`: those of earlier imports, otherwise new ones that belong to no other source id. */
export async function assignIds(db: Db, sourceIds: readonly SourceId[]): Promise<Map<string, string>> {
  const missing = new Map(sourceIds.map((sourceId) => [sourceKey(sourceId), sourceId]));
  const candidates = new Map([...missing].map(([key, one]) => [key, idSpaces[one.kind].candidatesOf(one.source_id)]));
  const texts = [...new Set([...missing.values()].map(({ source_id: text }) => text))];
  const stored = await db
    .selectFrom('platform_imported_ids')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('source_id', '=', eb.fn.any(eb.val(texts))),
        eb('id', '=', eb.fn.any(eb.val([...candidates.values()].flat()))),
      ]),
    )
    .execute();
  const owners = new Map(stored.map((row) => [`${row.kind} ${row.id}`, sourceKey(row)]));
  const assigned = new Map(stored.map((row) => [sourceKey(row), row.id]));
  for (const [key, { kind }] of missing) {
    if (assigned.has(key)) continue;
    const id = candidates.get(key)?.find((candidate) => !owners.has(`${kind} ${candidate}`));
    if (id === undefined) continue;
    owners.set(`${kind} ${id}`, key);
    assigned.set(key, id);
  }
  return assigned;
}

/** Returns those that are new. */
export async function storeImportedIds(db: Db, ids: readonly ImportedId[]): Promise<ImportedId[]> {
  const distinct = [...new Map(ids.map((id) => [sourceKey(id), id])).values()];
  if (distinct.length === 0) return [];
  const added = await db
    .insertInto('platform_imported_ids')
    .values(distinct)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['kind', 'source_id'])
    .execute();
  const keys = new Set(added.map(sourceKey));
  return distinct.filter((id) => keys.has(sourceKey(id)));
}

export const listImportedIds = (db: Db, kind?: string) =>
  db
    .selectFrom('platform_imported_ids')
    .select(['kind', 'source_id', 'id'])
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .orderBy('kind')
    .orderBy('source_id')
    .execute();
