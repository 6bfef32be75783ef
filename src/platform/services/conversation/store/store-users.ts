import type { z } from 'zod';
import type { Db } from '../../../database/open-database.ts';
import { upsertRows } from '../../../database/store-rows.ts';
import type { userPayload } from '../../../../tools/conversation/team.ts';
import { type OfOrganization, organizationOf } from './store-organization.ts';

/** A user as `users_list` answers them. */
export type UserRecord = z.input<typeof userPayload> & OfOrganization;

/** Adds users, or replaces them, by id. */
export async function storeUsers(db: Db, users: readonly UserRecord[]): Promise<void> {
  const organizationIdOf = await organizationOf(db, users);
  await upsertRows(db, 'convo_users', {
    rows: users.map((user) => ({
      id: user.id,
      organization_id: organizationIdOf(user),
      name: user.name ?? null,
      email: user.email ?? null,
      status: user.status ?? null,
      team_name: user.team_name ?? null,
      crm_id: user.crm_id ?? null,
      role: user.role ?? null,
    })),
    key: ['id'],
  });
}
