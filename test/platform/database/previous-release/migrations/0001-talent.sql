create extension if not exists pg_trgm;

create table connected_accounts (
  connection_name text not null,
  identifier text not null,
  user_id text not null,
  created_at timestamptz not null default now(),
  constraint connected_accounts_pk primary key (connection_name, identifier)
);

create table talent_users (
  id text primary key,
  name text,
  email text
);

create table talent_signals (
  id text primary key,
  type text,
  score smallint,
  source text,
  summary text,
  discovered_at timestamptz not null,
  full_name text,
  headline text,
  avatar_url text,
  linkedin_id text,
  linkedin_url text,
  city text,
  country text,
  region text,
  origin text,
  gender text,
  age_range text,
  education_level text,
  industry text,
  customer_focus text,
  profile_tags text[] not null default '{}',
  experiences jsonb not null default '[]',
  educations jsonb not null default '[]',
  taggings jsonb not null default '[]',
  past_company_ids text[] not null default '{}',
  past_institution_ids text[] not null default '{}'
);

-- Every column that `signals_list` filters by equality has an index, which also provides the sort order of result
-- pages.
create index talent_signals_newest on talent_signals (discovered_at desc, id desc);
create index talent_signals_type on talent_signals (type, discovered_at desc, id desc);
create index talent_signals_score on talent_signals (score, discovered_at desc, id desc);
create index talent_signals_source on talent_signals (source, discovered_at desc, id desc);
create index talent_signals_city on talent_signals (city, discovered_at desc, id desc);
create index talent_signals_country on talent_signals (country, discovered_at desc, id desc);
create index talent_signals_region on talent_signals (region, discovered_at desc, id desc);
create index talent_signals_origin on talent_signals (origin, discovered_at desc, id desc);
create index talent_signals_gender on talent_signals (gender, discovered_at desc, id desc);
create index talent_signals_age_range on talent_signals (age_range, discovered_at desc, id desc);
create index talent_signals_education_level on talent_signals (education_level, discovered_at desc, id desc);
create index talent_signals_industry on talent_signals (industry, discovered_at desc, id desc);
create index talent_signals_customer_focus on talent_signals (customer_focus, discovered_at desc, id desc);
create index talent_signals_profile_tags on talent_signals using gin (profile_tags);
create index talent_signals_past_company_ids on talent_signals using gin (past_company_ids);
create index talent_signals_past_institution_ids on talent_signals using gin (past_institution_ids);
create index talent_signals_full_name on talent_signals using gin (full_name gin_trgm_ops);
create index talent_signals_linkedin_id on talent_signals (linkedin_id, discovered_at desc, id desc);

create table talent_views (
  signal_id text not null references talent_signals (id) on delete cascade,
  user_id text not null references talent_users (id) on delete cascade,
  viewed_at timestamptz not null default now(),
  constraint talent_views_pk primary key (signal_id, user_id)
);

create index talent_views_user on talent_views (user_id, signal_id);

create table talent_screenings (
  signal_id text not null references talent_signals (id) on delete cascade,
  user_id text not null references talent_users (id) on delete cascade,
  screened_at timestamptz not null default now(),
  constraint talent_screenings_pk primary key (signal_id, user_id)
);

create index talent_screenings_user on talent_screenings (user_id, signal_id);

create table talent_lists (
  id text primary key,
  name text not null,
  creator_id text not null references talent_users (id),
  created_at timestamptz not null default now()
);

create index talent_lists_creator on talent_lists (creator_id);

create table talent_list_accesses (
  list_id text not null references talent_lists (id) on delete cascade,
  user_id text not null references talent_users (id) on delete cascade,
  constraint talent_list_accesses_pk primary key (list_id, user_id)
);

create index talent_list_accesses_user on talent_list_accesses (user_id, list_id);

create table talent_list_entries (
  id text primary key,
  list_id text not null references talent_lists (id) on delete cascade,
  signal_id text not null references talent_signals (id) on delete cascade,
  added_by text not null references talent_users (id),
  created_at timestamptz not null default now(),
  constraint talent_list_entries_once unique (list_id, signal_id)
);

create index talent_list_entries_newest on talent_list_entries (list_id, created_at desc, id desc);
create index talent_list_entries_signal on talent_list_entries (signal_id);

create table talent_searches (
  id text primary key,
  title text not null,
  emoji text,
  filters jsonb not null,
  visited_at timestamptz not null,
  creator_id text not null references talent_users (id),
  created_at timestamptz not null default now()
);

create index talent_searches_creator on talent_searches (creator_id);

create table talent_search_sharees (
  search_id text not null references talent_searches (id) on delete cascade,
  user_id text not null references talent_users (id) on delete cascade,
  constraint talent_search_sharees_pk primary key (search_id, user_id)
);

create index talent_search_sharees_user on talent_search_sharees (user_id, search_id);

create table talent_companies (
  id text primary key,
  name text not null,
  domain text,
  industry text
);

create index talent_companies_by_name on talent_companies (name collate "C", id);
create index talent_companies_search on talent_companies using gin (name gin_trgm_ops);

create table talent_institutions (
  id text primary key,
  name text not null,
  country text
);

create index talent_institutions_by_name on talent_institutions (name collate "C", id);
create index talent_institutions_search on talent_institutions using gin (name gin_trgm_ops);

create table talent_cities (
  name text primary key,
  signal_count integer not null default 0
);

create index talent_cities_most on talent_cities (signal_count desc, name collate "C");
create index talent_cities_search on talent_cities using gin (name gin_trgm_ops);

-- Triggers keep `signal_count` correct, whichever statement writes signals. They run once per statement, not per row,
-- so that a statement updates each city only once.
create function talent_count_added() returns trigger language plpgsql as $$
begin
  insert into talent_cities (name, signal_count)
    select city, count(*) from added where city is not null group by city order by city
  on conflict (name) do update set signal_count = talent_cities.signal_count + excluded.signal_count;
  return null;
end $$;

create function talent_count_removed() returns trigger language plpgsql as $$
begin
  update talent_cities set signal_count = signal_count - gone.signals
    from (select city, count(*) as signals from removed where city is not null group by city) as gone
    where talent_cities.name = gone.city;
  return null;
end $$;

create trigger talent_signals_added after insert on talent_signals
  referencing new table as added for each statement execute function talent_count_added();
create trigger talent_signals_removed after delete on talent_signals
  referencing old table as removed for each statement execute function talent_count_removed();
create trigger talent_signals_moved_in after update on talent_signals
  referencing new table as added for each statement execute function talent_count_added();
create trigger talent_signals_moved_out after update on talent_signals
  referencing old table as removed for each statement execute function talent_count_removed();
