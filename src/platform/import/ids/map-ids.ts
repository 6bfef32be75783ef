import { field } from '../../../tools/record-fields.ts';
import type { Db } from '../../database/open-database.ts';
import type { SourceRecord } from '../files/source-record.ts';
import { type IdKind, idSpaces } from './id-space.ts';
import { assignIds, type ImportedId, type SourceId, sourceKey } from './imported-ids.ts';
import { withReplacedIds } from './record-ids.ts';

interface MappedRecords {
  records: readonly SourceRecord[];
  /** The mapped ids of the records of these lines; those of participants are left out. */
  idsOf(isIncluded: (line: number) => boolean): ImportedId[];
  /** Shows source ids in a text that quotes the ids of their records. */
  withSourceIds(text: string): string;
}

/** Replaces ids that the services cannot store, always by the same id. Invalid ids stay unchanged. */
export async function mapIds(db: Db, records: readonly SourceRecord[]): Promise<MappedRecords> {
  const sourceIds = records.flatMap(sourceIdsOf);
  const assigned = sourceIds.length > 0 ? await assignIds(db, sourceIds) : new Map<string, string>();
  const texts = new Map<string, string>();
  const idsByLine = new Map<number, ImportedId[]>();
  const mapped = records.map((record) => {
    const fields = withReplacedIds(record.fields, record.kind, (kind, text, { isDefinition }) => {
      const sourceId = sourceIdOf(record, kind, text);
      const id = sourceId && assigned.get(sourceKey(sourceId));
      if (!id) return normalized(text);
      texts.set(id, normalized(text));
      if (isDefinition && kind !== 'participant') {
        idsByLine.set(record.line, [...(idsByLine.get(record.line) ?? []), { ...sourceId, id }]);
      }
      return id;
    });
    return { ...record, fields };
  });
  return {
    records: mapped,
    idsOf: (isIncluded) => [...idsByLine].flatMap(([line, ids]) => (isIncluded(line) ? ids : [])),
    withSourceIds: (text) =>
      text.replace(/"([^"\\]+)"/g, (quoted, id: string) => {
        const source = texts.get(id);
        return source === undefined ? quoted : JSON.stringify(source);
      }),
  };
}

function sourceIdsOf(record: SourceRecord): SourceId[] {
  const ids: SourceId[] = [];
  withReplacedIds(record.fields, record.kind, (kind, text) => {
    const sourceId = sourceIdOf(record, kind, text);
    if (sourceId) ids.push(sourceId);
    return text;
  });
  return ids;
}

/** Undefined for an id that is not replaced. The schema of the record rejects an invalid one. */
function sourceIdOf({ fields }: SourceRecord, kind: IdKind, text: string): SourceId | undefined {
  const name = normalized(text);
  if (idSpaces[kind].isOwn(name) || !field.name.imported.safeParse(name).success) return undefined;
  if (kind !== 'participant') return { kind, source_id: name };
  // Participants of different activities can have the same source id.
  const activityId = normalized(String(fields['id']));
  const isOwn = idSpaces.activity.isOwn(activityId);
  return { kind, source_id: JSON.stringify([isOwn ? activityId.toLowerCase() : activityId, name]) };
}

const normalized = (text: string) => text.normalize('NFC').trim();
