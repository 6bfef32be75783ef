import type { z } from 'zod';
import type { Db } from '../../../database/open-database.ts';
import { insertMissingRows, upsertRows } from '../../../database/store-rows.ts';
import type { organizationPayload } from '../../../../tools/conversation/team.ts';
import { storedTime } from '../../stored-time.ts';

/** An organization as `organization_get` answers it; without an id it is the default one. */
export type OrganizationRecord = z.input<typeof organizationPayload> & {
  id?: string | null | undefined;
  created_at?: string | number | null | undefined;
};

/** A record that may say which organization it belongs to; without that it belongs to the default one. */
export interface OfOrganization {
  organization_id?: string | null | undefined;
}

const firstOrganizationId = '4d0f6f5c-5a1e-4c39-9a53-0a4e3a1f7c10';

/** Adds an organization, or replaces its details, by id; answers the id. */
export async function storeOrganization(db: Db, organization: OrganizationRecord): Promise<string> {
  const id = organization.id ?? (await oldestOrganizationId(db)) ?? firstOrganizationId;
  const row = {
    id,
    name: organization.name,
    crm_integration: organization.crm_integration ?? null,
    calendar_type: organization.calendar_type ?? null,
    address: organization.address ?? null,
    created_at: storedTime(organization.created_at),
  };
  await upsertRows(db, 'convo_organizations', { rows: [row], key: ['id'], keep: ['created_at'] });
  return id;
}

/** The organization that whatever names none belongs to: the oldest one, which is made where there is none. */
export async function defaultOrganizationId(db: Db): Promise<string> {
  const oldest = await oldestOrganizationId(db);
  if (oldest !== undefined) return oldest;
  // The id is fixed: two processes that come here at once make one organization.
  await insertMissingRows(db, 'convo_organizations', {
    rows: [{ id: firstOrganizationId, name: 'Default organization' }],
    key: ['id'],
  });
  return firstOrganizationId;
}

/** Which organization each of the records belongs to. At most two statements for all of them. */
export async function organizationOf(
  db: Db,
  records: readonly OfOrganization[],
): Promise<(record: OfOrganization) => string> {
  const needsDefault = records.some((record) => record.organization_id == null);
  const fallback = needsDefault ? await defaultOrganizationId(db) : firstOrganizationId;
  return (record) => record.organization_id ?? fallback;
}

async function oldestOrganizationId(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('convo_organizations')
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
