import type { z } from 'zod';
import type { Db } from '../../../database/open-database.ts';
import type { userPayload } from '../../../../tools/conversation/team.ts';
import { batchesOf } from '../../batch.ts';
import { type OfOrganization, organizationOf } from './store-organization.ts';

/** A user as `users_list` answers them. */
export type UserRecord = z.input<typeof userPayload> & OfOrganization;

/** Adds users, or replaces them, by id. */
export async function storeUsers(db: Db, users: readonly UserRecord[]): Promise<void> {
  const organizationIdOf = await organizationOf(db, users);
  for (const batch of batchesOf(users, ({ id }) => id)) {
    await db
      .insertInto('convo_users')
      .values(
        batch.map((user) => ({
          id: user.id,
          organization_id: organizationIdOf(user),
          name: user.name ?? null,
          email: user.email ?? null,
          status: user.status ?? null,
          team_name: user.team_name ?? null,
          crm_id: user.crm_id ?? null,
          role: user.role ?? null,
        })),
      )
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          organization_id: eb.ref('excluded.organization_id'),
          name: eb.ref('excluded.name'),
          email: eb.ref('excluded.email'),
          status: eb.ref('excluded.status'),
          team_name: eb.ref('excluded.team_name'),
          crm_id: eb.ref('excluded.crm_id'),
          role: eb.ref('excluded.role'),
        })),
      )
      .execute();
  }
}
