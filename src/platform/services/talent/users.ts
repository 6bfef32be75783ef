import type { z } from 'zod';
import type { Db } from '../../database/open-database.ts';
import type { TalentUserTable } from '../../database/tables/talent-tables.ts';
import type { talentUserPayload } from '../../../tools/talent/signal.ts';
import { PlatformError } from '../../../tools/errors/platform-error.ts';

export type UserPayload = z.input<typeof talentUserPayload>;

export const userPayload = ({ id, name, email }: TalentUserTable, viewerId: string): UserPayload => ({
  id,
  name,
  email,
  is_viewer: id === viewerId,
});

/**
 * @returns the ids without duplicates
 * @throws PlatformError `BAD_USER_INPUT` with the position of every unknown id in the parameter `argument`
 */
export async function requireUsers(db: Db, argument: string, userIds: string[]): Promise<string[]> {
  const distinct = [...new Set(userIds)];
  const rows = await db
    .selectFrom('talent_users')
    .select('id')
    .where('id', '=', (eb) => eb.fn.any(eb.val(distinct)))
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  const issues = userIds.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: [argument, String(index)], message: `is not a known user: ${JSON.stringify(id)}` }],
  );
  const [first] = issues;
  if (!first) return distinct;
  throw new PlatformError({ code: 'BAD_USER_INPUT', message: `${first.path.join('.')} ${first.message}`, issues });
}
