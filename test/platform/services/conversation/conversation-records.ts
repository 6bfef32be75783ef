import { sql } from 'kysely';
import { v5 } from 'uuid';
import type { Db } from '../../../../src/platform/database/open-database.ts';
import type { ActivityRecord } from '../../../../src/platform/services/conversation/store/store-activities.ts';
import { storeOrganization } from '../../../../src/platform/services/conversation/store/store-organization.ts';
import { storeUsers } from '../../../../src/platform/services/conversation/store/store-users.ts';

/** The current time of the service. */
export const now = new Date('2026-03-02T12:00:00Z');

const space = '6f1c7f5e-8d0b-4f3d-9c3e-2b7a5d1e0c44';

/** Returns the same UUID for the same name. */
export const uuid = (name: string) => v5(name, space);

export const acme = uuid('organization acme');
export const zenith = uuid('organization zenith');
export const ada = uuid('user ada');
export const ben = uuid('user ben');
export const zoe = uuid('user zoe');

export const users = [
  {
    id: ada,
    organization_id: acme,
    name: 'Ada Moreau',
    email: 'ada@acme.example',
    status: 'active',
    team_name: 'North',
    crm_id: 'crm-1',
    role: 'Owner',
  },
  { id: ben, organization_id: acme, name: 'Ben Okafor', email: 'Ben@acme.example', role: 'Member' },
  { id: zoe, organization_id: zenith, name: 'Zoe Quist', email: 'zoe@zenith.example', role: 'Admin' },
];

/** An activity hosted by Ada that started on the first of February. */
export const activity = (name: string, fields: Partial<ActivityRecord> = {}): ActivityRecord => ({
  id: uuid(`activity ${name}`),
  organization_id: acme,
  type: 'call',
  status: 'completed',
  title: name,
  started_at: '2026-02-01 10:00:00',
  host_user_id: ada,
  ...fields,
});

/**
 * Deletes all organizations with their records, and the jobs of `conversation-caller.ts`. Truncating would take thirty
 * times as long on a server, because it creates new files for all tables and indexes.
 */
export async function emptyConversations(db: Db): Promise<void> {
  await sql`create schema if not exists test`.execute(db);
  await sql`create table if not exists test.jobs (activity_id uuid primary key)`.execute(db);
  await sql`with jobs as (delete from test.jobs), recordings as (delete from convo_recordings),
    keys as (delete from service_keys) delete from convo_organizations`.execute(db);
}

/** Two organizations: Acme with Ada and Ben, Zenith with Zoe. */
export async function storeTeams(db: Db): Promise<void> {
  await storeOrganization(db, {
    id: acme,
    name: 'Acme',
    crm_integration: 'salesforce',
    calendar_type: 'google',
    address: '1 Main Street',
    created_at: '2026-01-01T00:00:00Z',
  });
  await storeOrganization(db, { id: zenith, name: 'Zenith', created_at: '2026-01-02T00:00:00Z' });
  await storeUsers(db, users);
}

/** Empties the database, except for the two teams. */
export async function resetTeams(db: Db): Promise<void> {
  await emptyConversations(db);
  await storeTeams(db);
}
