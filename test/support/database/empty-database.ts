import type { PGlite } from '@electric-sql/pglite';

/** Removes all rows, the tables of the job queue and of tests, the planner's statistics and session settings. */
export async function emptyDatabase(pglite: PGlite): Promise<void> {
  await pglite.query('discard all');
  await pglite.exec('drop schema if exists pgboss, test cascade; delete from pg_statistic');
  // Skips tables without pages: truncating them would create new files for them and their indexes.
  const { rows } = await pglite.query<{ names: string | null }>(
    `select string_agg(quote_ident(relname), ', ') as names from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'
     and pg_relation_size(oid) > 0`,
  );
  if (rows[0]?.names) await pglite.exec(`truncate ${rows[0].names} restart identity cascade`);
  // Vacuuming an empty table sets an estimate of 0 rows, which changes plans; -1 means that nothing is known.
  await pglite.exec(
    `update pg_class set reltuples = -1, relpages = 0, relallvisible = 0
     where oid >= 16384 and (reltuples, relpages, relallvisible) <> (-1, 0, 0)`,
  );
}

/** A digest of all schema objects and applied migrations. */
export async function catalogOf(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ digest: string }>(`
    select md5(string_agg(line, E'\\n' order by line)) as digest from (
      select format('%s %s %s %s %s', c.oid, c.relname, c.relkind, c.reloptions, (c.reltuples, c.relpages)) as line from pg_class c where c.oid >= 16384
      union all
      select format('%s %s %s %s', attrelid, attname, atttypid, attnotnull) from pg_attribute where attrelid >= 16384
      union all
      select format('%s %s', oid, conname) from pg_constraint where oid >= 16384
      union all
      select format('%s %s', oid, md5(prosrc)) from pg_proc where oid >= 16384
      union all
      select format('%s %s %s', oid, tgname, tgenabled) from pg_trigger where oid >= 16384
      union all
      select format('%s %s', oid, nspname) from pg_namespace where oid >= 16384
      union all
      select format('%s %s', name, timestamp) from kysely_migration
    ) as lines`);
  return rows[0]?.digest ?? '';
}
