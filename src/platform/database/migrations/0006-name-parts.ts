import { type Kysely, sql } from 'kysely';

/**
 * A trigram index says nothing about parts of one or two characters; this one has every character of a name and every
 * two that follow each other. The cost is what a call takes, in comparisons of the planner: without it, it would walk
 * through names and take each apart.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function talent_name_parts(name text) returns text[] language plpgsql immutable strict parallel safe cost 300
    as $$
    declare
      folded text := lower(name);
      mark text := chr(1);
      pair text := '\\1' || mark;
    begin
      return string_to_array(folded, null)
        || string_to_array(regexp_replace(folded, '(..)', pair, 'g'), mark)
        || string_to_array(regexp_replace(substr(folded, 2), '(..)', pair, 'g'), mark);
    end $$`.execute(db);
  await sql`create index talent_signals_name_parts on talent_signals using gin (talent_name_parts(full_name))`.execute(
    db,
  );
}
