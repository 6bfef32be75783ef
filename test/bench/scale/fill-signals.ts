import { sql } from 'kysely';
import type { Db } from '../../../src/platform/database/open-database.ts';
import { readDemoRecords } from '../../../src/platform/demo/demo-records.ts';
import { importBatch } from '../../../src/platform/import/import-batch.ts';

/**
 * Stores `count` signals whose place, person, event, origin and family name come from different demo signals, so that
 * values are as frequent as in the demo data but independent of each other. Indexes are created afterwards, which takes
 * a fraction of the time.
 */
export async function fillSignals(database: Db, count: number): Promise<void> {
  await importBatch(database, await readDemoRecords('talent', new Date()));
  await database.connection().execute(async (db) => {
    await sql`create temporary table demo as
      select row_number() over (order by id) - 1 as number, *, split_part(full_name, ' ', 1) as given_name,
        substr(full_name, strpos(full_name, ' ') + 1) as family_name
      from talent_signals`.execute(db);
    const demo = (column: string, salt: number) =>
      sql`demo as ${sql.id(column)} on ${sql.id(column)}.number = (hashint4(i + ${sql.lit(salt)}) & 2147483647) % size`;
    const { rows: indexes } = await sql<{ name: string; definition: string }>`
      select indexname as name, indexdef as definition from pg_indexes
      where tablename = 'talent_signals' and indexname <> 'talent_signals_pkey'`.execute(db);
    await sql`truncate talent_signals cascade`.execute(db);
    // Without triggers; the counts of cities are not measured.
    await sql`set session_replication_role = replica`.execute(db);
    await sql`set maintenance_work_mem = '256MB'`.execute(db);
    for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(db);
    await sql`
      insert into talent_signals
      select 'sig_' || lpad((i::bigint * 7919 % 1000003)::text, 7, '0'), event.type, event.score, event.source,
        event.summary, now() - i * interval '3 years' / ${sql.lit(count)}, person.given_name || ' ' || family.family_name,
        person.headline, person.avatar_url, 'in-' || i * 3 / 5, person.linkedin_url, place.city, place.country,
        place.region, origin.origin, person.gender, person.age_range, person.education_level, event.industry,
        event.customer_focus, person.profile_tags, event.experiences, person.educations, person.taggings,
        event.past_company_ids, person.past_institution_ids
      from generate_series(1, ${sql.lit(count)}) as i cross join (select count(*) as size from demo) as demos
        join ${demo('event', 0)} join ${demo('person', 10_000_000)} join ${demo('family', 20_000_000)}
        join ${demo('place', 30_000_000)} join ${demo('origin', 40_000_000)}`.execute(db);
    for (const { definition } of indexes) await sql.raw(definition).execute(db);
    await sql`
      insert into talent_screenings
      select id, (array['usr_jonas', 'usr_mei', 'usr_amara'])[1 + (hashtext(id || 'user') & 1)], now()
      from talent_signals where hashtext(id) % 40 = 0`.execute(db);
    await sql`set session_replication_role = default`.execute(db);
    await sql`reset maintenance_work_mem`.execute(db);
    await sql`vacuum (analyze) talent_signals, talent_screenings`.execute(db);
  });
}
