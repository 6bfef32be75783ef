import { withReplacedIds } from '../ids/record-ids.ts';
import type { SourceRecord } from '../files/source-record.ts';

/** The ids of records that have been checked, but not stored yet. */
export class EarlierRecords {
  #ids = new Set<string>();
  #activityOf = new Map<string, string>();

  add({ kind, fields }: SourceRecord): void {
    withReplacedIds(fields, kind, (ofKind, id, { isDefinition }) => {
      if (isDefinition) this.#ids.add(`${ofKind} ${id}`);
      if (isDefinition && ofKind === 'participant') this.#activityOf.set(id, String(fields['id']));
      return id;
    });
  }

  has(kind: string, id: string): boolean {
    return this.#ids.has(`${kind} ${id}`);
  }

  /** Returns the id of the activity to which a participant belongs. */
  activityOf(participantId: string): string | undefined {
    return this.#activityOf.get(participantId);
  }
}
