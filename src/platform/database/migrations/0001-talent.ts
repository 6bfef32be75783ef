import { type Kysely, sql } from 'kysely';

/** Every column that `signals_list` filters by equality; each gets an index that also gives the page order. */
const filteredColumns = [
  'type',
  'score',
  'source',
  'city',
  'country',
  'region',
  'origin',
  'gender',
  'age_range',
  'education_level',
  'industry',
  'customer_focus',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);

  await db.schema
    .createTable('connected_accounts')
    .addColumn('connection_name', 'text', (col) => col.notNull())
    .addColumn('identifier', 'text', (col) => col.notNull())
    .addColumn('user_id', 'text', (col) => col.notNull())
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('connected_accounts_pk', ['connection_name', 'identifier'])
    .execute();

  await db.schema
    .createTable('talent_users')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('name', 'text')
    .addColumn('email', 'text')
    .execute();

  await createSignals(db);
  await createLists(db);
  await createSearches(db);
  await createLookups(db);
}

async function createSignals(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('talent_signals')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('type', 'text')
    .addColumn('score', 'smallint')
    .addColumn('source', 'text')
    .addColumn('summary', 'text')
    .addColumn('discovered_at', 'timestamptz', (col) => col.notNull())
    .addColumn('full_name', 'text')
    .addColumn('headline', 'text')
    .addColumn('avatar_url', 'text')
    .addColumn('linkedin_id', 'text')
    .addColumn('linkedin_url', 'text')
    .addColumn('city', 'text')
    .addColumn('country', 'text')
    .addColumn('region', 'text')
    .addColumn('origin', 'text')
    .addColumn('gender', 'text')
    .addColumn('age_range', 'text')
    .addColumn('education_level', 'text')
    .addColumn('industry', 'text')
    .addColumn('customer_focus', 'text')
    .addColumn('profile_tags', sql`text[]`, (col) => col.notNull().defaultTo(sql`'{}'`))
    .addColumn('experiences', 'jsonb', (col) => col.notNull().defaultTo(sql`'[]'`))
    .addColumn('educations', 'jsonb', (col) => col.notNull().defaultTo(sql`'[]'`))
    .addColumn('taggings', 'jsonb', (col) => col.notNull().defaultTo(sql`'[]'`))
    .addColumn('past_company_ids', sql`text[]`, (col) => col.notNull().defaultTo(sql`'{}'`))
    .addColumn('past_institution_ids', sql`text[]`, (col) => col.notNull().defaultTo(sql`'{}'`))
    .execute();
  await sql`create index talent_signals_newest on talent_signals (discovered_at desc, id desc)`.execute(db);
  for (const column of filteredColumns) {
    await sql`create index ${sql.id(`talent_signals_${column}`)} on talent_signals (${sql.id(column)}, discovered_at desc, id desc)`.execute(
      db,
    );
  }
  for (const column of ['profile_tags', 'past_company_ids', 'past_institution_ids']) {
    await sql`create index ${sql.id(`talent_signals_${column}`)} on talent_signals using gin (${sql.id(column)})`.execute(
      db,
    );
  }
  await sql`create index talent_signals_full_name on talent_signals using gin (full_name gin_trgm_ops)`.execute(db);
  await sql`create index talent_signals_linkedin_id on talent_signals (linkedin_id, discovered_at desc, id desc)`.execute(
    db,
  );

  for (const [table, time] of [
    ['talent_views', 'viewed_at'],
    ['talent_screenings', 'screened_at'],
  ] as const) {
    await db.schema
      .createTable(table)
      .addColumn('signal_id', 'text', (col) => col.notNull().references('talent_signals.id').onDelete('cascade'))
      .addColumn('user_id', 'text', (col) => col.notNull().references('talent_users.id').onDelete('cascade'))
      .addColumn(time, 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
      .addPrimaryKeyConstraint(`${table}_pk`, ['signal_id', 'user_id'])
      .execute();
    await db.schema.createIndex(`${table}_user`).on(table).columns(['user_id', 'signal_id']).execute();
  }
}

async function createLists(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('talent_lists')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('name', 'text', (col) => col.notNull())
    .addColumn('creator_id', 'text', (col) => col.notNull().references('talent_users.id'))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .execute();
  await db.schema.createIndex('talent_lists_creator').on('talent_lists').column('creator_id').execute();
  await db.schema
    .createTable('talent_list_accesses')
    .addColumn('list_id', 'text', (col) => col.notNull().references('talent_lists.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (col) => col.notNull().references('talent_users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('talent_list_accesses_pk', ['list_id', 'user_id'])
    .execute();
  await db.schema
    .createIndex('talent_list_accesses_user')
    .on('talent_list_accesses')
    .columns(['user_id', 'list_id'])
    .execute();
  await db.schema
    .createTable('talent_list_entries')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('list_id', 'text', (col) => col.notNull().references('talent_lists.id').onDelete('cascade'))
    .addColumn('signal_id', 'text', (col) => col.notNull().references('talent_signals.id').onDelete('cascade'))
    .addColumn('added_by', 'text', (col) => col.notNull().references('talent_users.id'))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .addUniqueConstraint('talent_list_entries_once', ['list_id', 'signal_id'])
    .execute();
  await sql`create index talent_list_entries_newest on talent_list_entries (list_id, created_at desc, id desc)`.execute(
    db,
  );
  await db.schema.createIndex('talent_list_entries_signal').on('talent_list_entries').column('signal_id').execute();
}

async function createSearches(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('talent_searches')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('title', 'text', (col) => col.notNull())
    .addColumn('emoji', 'text')
    .addColumn('filters', 'jsonb', (col) => col.notNull())
    .addColumn('visited_at', 'timestamptz', (col) => col.notNull())
    .addColumn('creator_id', 'text', (col) => col.notNull().references('talent_users.id'))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .execute();
  await db.schema.createIndex('talent_searches_creator').on('talent_searches').column('creator_id').execute();
  await db.schema
    .createTable('talent_search_sharees')
    .addColumn('search_id', 'text', (col) => col.notNull().references('talent_searches.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (col) => col.notNull().references('talent_users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('talent_search_sharees_pk', ['search_id', 'user_id'])
    .execute();
  await db.schema
    .createIndex('talent_search_sharees_user')
    .on('talent_search_sharees')
    .columns(['user_id', 'search_id'])
    .execute();
}

async function createLookups(db: Kysely<unknown>): Promise<void> {
  for (const [table, detail] of [
    ['talent_companies', ['domain', 'industry']],
    ['talent_institutions', ['country']],
  ] as const) {
    let create = db.schema
      .createTable(table)
      .addColumn('id', 'text', (col) => col.primaryKey())
      .addColumn('name', 'text', (col) => col.notNull());
    for (const column of detail) create = create.addColumn(column, 'text');
    await create.execute();
    await sql`create index ${sql.id(`${table}_by_name`)} on ${sql.table(table)} (name collate "C", id)`.execute(db);
    await sql`create index ${sql.id(`${table}_search`)} on ${sql.table(table)} using gin (name gin_trgm_ops)`.execute(
      db,
    );
  }
  await db.schema
    .createTable('talent_cities')
    .addColumn('name', 'text', (col) => col.primaryKey())
    .addColumn('signal_count', 'integer', (col) => col.notNull().defaultTo(0))
    .execute();
  await sql`create index talent_cities_most on talent_cities (signal_count desc, name collate "C")`.execute(db);
  await sql`create index talent_cities_search on talent_cities using gin (name gin_trgm_ops)`.execute(db);
  await keepCityCounts(db);
}

/** Statement triggers keep `signal_count` true whoever writes signals, at one update a city and statement. */
async function keepCityCounts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function talent_count_added() returns trigger language plpgsql as $$
    begin
      insert into talent_cities (name, signal_count)
        select city, count(*) from added where city is not null group by city order by city
      on conflict (name) do update set signal_count = talent_cities.signal_count + excluded.signal_count;
      return null;
    end $$`.execute(db);
  await sql`
    create function talent_count_removed() returns trigger language plpgsql as $$
    begin
      update talent_cities set signal_count = signal_count - gone.signals
        from (select city, count(*) as signals from removed where city is not null group by city) as gone
        where talent_cities.name = gone.city;
      return null;
    end $$`.execute(db);
  await sql`create trigger talent_signals_added after insert on talent_signals
    referencing new table as added for each statement execute function talent_count_added()`.execute(db);
  await sql`create trigger talent_signals_removed after delete on talent_signals
    referencing old table as removed for each statement execute function talent_count_removed()`.execute(db);
  await sql`create trigger talent_signals_moved_in after update on talent_signals
    referencing new table as added for each statement execute function talent_count_added()`.execute(db);
  await sql`create trigger talent_signals_moved_out after update on talent_signals
    referencing old table as removed for each statement execute function talent_count_removed()`.execute(db);
}
