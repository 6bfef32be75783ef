import { type Expression, type SqlBool, sql } from 'kysely';
import { containing } from './like-pattern.ts';

/** Where so many stand in a row, the trigram index on names finds the few that have them. */
const threeInARow = /[a-z0-9]{3}/i;

/** Enough of them to find few names; all of a long text would be more than a statement takes. */
const mostCharacters = 20;

/** Conditions on `talent_signals`: the name contains this part, in capitals or small letters. */
export function nameContains(part: string): Expression<SqlBool>[] {
  const like = sql<SqlBool>`talent_signals.full_name ilike ${containing(part)}`;
  if (part === '' || threeInARow.test(part)) return [like];
  const characters = Array.from(part).slice(0, mostCharacters);
  const pairs = characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  const parts = sql.join((pairs.length > 0 ? pairs : characters).map((one) => sql`lower(${one}::text)`));
  const hasParts = sql<SqlBool>`talent_name_parts(talent_signals.full_name) @> array[${parts}]`;
  // Of one or two characters the index knows all; of more, only that their pairs are somewhere in the name.
  return characters.length <= 2 ? [hasParts] : [hasParts, like];
}
