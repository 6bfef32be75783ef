import { organizationFields } from '../../../../tools/conversation/team.ts';
import type { Columns, Fields, ImportedRecord } from '../../../../tools/record-fields.ts';
import type { Db } from '../../../database/open-database.ts';
import { toColumns } from '../../../database/record-columns.ts';
import { insertMissingRows, upsertRows } from '../../../database/store-rows.ts';
import { storedTime } from '../../stored-time.ts';

/** A missing id means the default organization. */
export type OrganizationRecord = ImportedRecord<typeof organizationFields> & {
  id?: string | null | undefined;
  created_at?: string | number | null | undefined;
};

/** A missing id means the default organization. */
export interface WithOrganizationId {
  organization_id?: string | null | undefined;
}

const firstOrganizationId = '4d0f6f5c-5a1e-4c39-9a53-0a4e3a1f7c10';

/** Adds an organization, or replaces the one with the same id. Returns its id. */
export async function storeOrganization(db: Db, organization: OrganizationRecord): Promise<string> {
  const id = organization.id ?? (await oldestOrganizationId(db)) ?? firstOrganizationId;
  const row = {
    id,
    ...toColumns(organizationFields, organization),
    created_at: storedTime(organization.created_at),
  };
  await upsertRows(db, 'convo_organizations', { rows: [row], key: ['id'], keep: ['created_at'] });
  return id;
}

/** Returns the id of the oldest organization; creates an organization if there is none. */
export async function defaultOrganizationId(db: Db): Promise<string> {
  const oldest = await oldestOrganizationId(db);
  if (oldest !== undefined) return oldest;
  // Use a fixed id, so that concurrent processes create a single organization.
  await insertMissingRows(db, 'convo_organizations', {
    rows: [{ id: firstOrganizationId, name: 'Default organization' }],
    key: ['id'],
  });
  return firstOrganizationId;
}

/** Returns a function that returns the organization id of a record. Runs at most two SQL statements for all records. */
export async function organizationIdFinder(
  db: Db,
  records: readonly WithOrganizationId[],
): Promise<(record: WithOrganizationId) => string> {
  const needsDefault = records.some((record) => record.organization_id == null);
  // If every record has an organization id, the fallback is not used.
  const fallback = needsDefault ? await defaultOrganizationId(db) : firstOrganizationId;
  return (record) => record.organization_id ?? fallback;
}

export async function rowsWithOrganizationId<Shape extends Fields>(
  db: Db,
  fields: Shape,
  records: readonly (ImportedRecord<Shape> & WithOrganizationId)[],
): Promise<(Columns<Shape> & { organization_id: string })[]> {
  const organizationIdOf = await organizationIdFinder(db, records);
  return records.map((record) => ({ ...toColumns(fields, record), organization_id: organizationIdOf(record) }));
}

export async function oldestOrganizationId(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('convo_organizations')
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
