-- The schema of a new database: what the migrations up to 0022 make of an empty one. Later migrations follow it.

create extension if not exists pg_trgm;

-- Removes case, accents and typographic punctuation from a name for searches, by the same rules as `foldText` in
-- `tools/`. The function uses core functions only: some database roles cannot create the `unaccent` extension, and the
-- function `unaccent` is not immutable. The function is not `strict`, so that PostgreSQL can inline it. Most names are
-- ASCII, and most others contain none of the listed characters, so the slow `translate` runs for few names. The last
-- blank in each list of characters is a no-break space, U+00A0.
-- The final sigma becomes σ, because whether `lower` turns a Σ at the end of a word into ς depends on the locale. The
-- letters in ranges have a lower case, or are decomposed, only in recent versions of Unicode, which the database may not
-- know. U+1FFD is normalized to an acute accent, and so to an apostrophe.
create function folded_letters(name text) returns text language sql immutable parallel safe as $$
  select case
    when octet_length(name) = char_length(name) then lower(name)
    when name !~ '[øØłŁđĐðÐı‘’‚‛ʼ′´“”„‟«»″‐‑‒–—― ßẞæÆǢǣǼǽœŒþÞǾǿΣς\u1ffd\u1c89\u24b6-\u24cf\u2c2f\ua7c0\ua7c7\ua7c9\ua7cb-\ua7cc\ua7ce\ua7d0\ua7d2\ua7d4\ua7d6\ua7d8\ua7da\ua7dc\ua7f5\U00010570-\U0001057a\U0001057c-\U0001058a\U0001058c-\U00010592\U00010594-\U00010595\U000105c9\U000105e4\U00010d50-\U00010d65\U00016ea0-\U00016eb8]' then lower(normalize(regexp_replace(normalize(name, nfd), '[\u0300-\u036f]', '', 'g'), nfc))
    else replace(replace(replace(replace(translate(lower(normalize(regexp_replace(normalize(name, nfd), '[\u0300-\u036f]', '', 'g'), nfc)), 'øØłŁđĐðÐı‘’‚‛ʼ′´“”„‟«»″‐‑‒–—― ςᲉⒶⒷⒸⒹⒺⒻⒼⒽⒾⒿⓀⓁⓂⓃⓄⓅⓆⓇⓈⓉⓊⓋⓌⓍⓎⓏⰯꟀꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵ𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐵐𐵑𐵒𐵓𐵔𐵕𐵖𐵗𐵘𐵙𐵚𐵛𐵜𐵝𐵞𐵟𐵠𐵡𐵢𐵣𐵤𐵥𖺠𖺡𖺢𖺣𖺤𖺥𖺦𖺧𖺨𖺩𖺪𖺫𖺬𖺭𖺮𖺯𖺰𖺱𖺲𖺳𖺴𖺵𖺶𖺷𖺸𐗉𐗤', 'oollddddi''''''''''''''"""""""------ σᲊⓐⓑⓒⓓⓔⓕⓖⓗⓘⓙⓚⓛⓜⓝⓞⓟⓠⓡⓢⓣⓤⓥⓦⓧⓨⓩⱟꟁꟈꟊɤꟍ꟏ꟑꟓꟕꟗꟙꟛƛꟶ𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐵰𐵱𐵲𐵳𐵴𐵵𐵶𐵷𐵸𐵹𐵺𐵻𐵼𐵽𐵾𐵿𐶀𐶁𐶂𐶃𐶄𐶅𖺻𖺼𖺽𖺾𖺿𖻀𖻁𖻂𖻃𖻄𖻅𖻆𖻇𖻈𖻉𖻊𖻋𖻌𖻍𖻎𖻏𖻐𖻑𖻒𖻓𐗒𐗚'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end $$;

-- The body has no quotes, so PostgreSQL looks up `folded_letters` now. It could not find it while a backup is restored,
-- when the search path is empty.
create function folded_text(name text) returns text language sql immutable parallel safe
  return folded_letters(name);

-- A trigram index cannot find name parts of one or two characters. This function returns every character of a name and
-- every pair of adjacent characters, for an additional index. Its cost was set after measurements: with the default
-- cost, the planner would prefer to scan all names and split each of them.
create function talent_name_parts(name text) returns text[] language plpgsql immutable strict parallel safe cost 300
as $$
declare
  folded text := lower(name);
  mark text := chr(1);
  pair text := '\1' || mark;
begin
  return string_to_array(folded, null)
    || string_to_array(regexp_replace(folded, '(..)', pair, 'g'), mark)
    || string_to_array(regexp_replace(substr(folded, 2), '(..)', pair, 'g'), mark);
end $$;

create table connections (
  name text primary key,
  kind text not null,
  tool_prefix text not null,
  created_at timestamptz not null default now()
);

create table connected_accounts (
  connection_name text not null,
  identifier text not null,
  created_at timestamptz not null default now(),
  token_key_id text,
  sealed_token text,
  expires_at timestamptz,
  updated_at timestamptz not null default now(),
  -- Marks the accounts of the development identity, the user of all calls while authentication is off.
  for_development boolean not null default false,
  constraint connected_accounts_pk primary key (connection_name, identifier),
  constraint connected_accounts_token check ((token_key_id is null) = (sealed_token is null)),
  constraint connected_accounts_connection foreign key (connection_name) references connections (name)
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

-- Every column that `signals_list` filters by equality has an index, which also provides the sort order of result pages.
-- The indexes include the columns with few, short values: an index-only scan can then count the signals that match two
-- or more filters, without reading the wide rows.
create index talent_signals_type on talent_signals (type, discovered_at desc, id desc)
  include (score, gender, age_range, education_level, customer_focus);
create index talent_signals_score on talent_signals (score, discovered_at desc, id desc)
  include (type, gender, age_range, education_level, customer_focus);
create index talent_signals_source on talent_signals (source, discovered_at desc, id desc)
  include (type, score, gender, age_range, education_level, customer_focus);
create index talent_signals_city on talent_signals (city, discovered_at desc, id desc)
  include (type, score, gender, age_range, education_level, customer_focus);
create index talent_signals_country on talent_signals (country, discovered_at desc, id desc)
  include (type, score, gender, age_range, education_level, customer_focus);
create index talent_signals_region on talent_signals (region, discovered_at desc, id desc)
  include (type, score, gender, age_range, education_level, customer_focus);
create index talent_signals_origin on talent_signals (origin, discovered_at desc, id desc)
  include (type, score, gender, age_range, education_level, customer_focus);
create index talent_signals_gender on talent_signals (gender, discovered_at desc, id desc)
  include (type, score, age_range, education_level, customer_focus);
create index talent_signals_age_range on talent_signals (age_range, discovered_at desc, id desc)
  include (type, score, gender, education_level, customer_focus);
create index talent_signals_education_level on talent_signals (education_level, discovered_at desc, id desc)
  include (type, score, gender, age_range, customer_focus);
create index talent_signals_industry on talent_signals (industry, discovered_at desc, id desc)
  include (type, score, gender, age_range, education_level, customer_focus);
create index talent_signals_customer_focus on talent_signals (customer_focus, discovered_at desc, id desc)
  include (type, score, gender, age_range, education_level);
create index talent_signals_linkedin_id on talent_signals (linkedin_id, discovered_at desc, id desc);
-- The most frequent combination of filters is a country with a type, often with a score. Without an index on both, all
-- signals of the country are read to count the matches of a rare combination.
create index talent_signals_country_type on talent_signals (country, type, discovered_at desc, id desc)
  include (score, gender, age_range, education_level, customer_focus);
-- Frequent profile tags are found faster in the sort order than by collecting all their matches.
create index talent_signals_newest_tags on talent_signals (discovered_at desc, id desc)
  include (type, score, gender, age_range, education_level, customer_focus, profile_tags);
-- Companies, institutions and tags in one index, together with the country: an index scan then reads only the matches of
-- all its conditions. The country is an array of one element, because an index of this kind on plain texts needs another
-- extension.
create index talent_signals_facets on talent_signals
  using gin (past_company_ids, past_institution_ids, profile_tags, (array[country]));
-- Indexes of expressions, because a stored column of the folded name would make the widest rows wider.
create index talent_signals_full_name on talent_signals using gin (folded_letters(full_name) gin_trgm_ops);
create index talent_signals_name_parts on talent_signals using gin (talent_name_parts(folded_letters(full_name)));

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

-- `initials` has the first letter of each capitalized word: `ibm` for International Business Machines.
create table talent_companies (
  id text primary key,
  name text not null,
  domain text,
  industry text,
  folded_name text generated always as (folded_text(name)) stored,
  initials text generated always as (folded_text(regexp_replace(name, '\m([[:upper:]])|.', '\1', 'g'))) stored
);

create index talent_companies_by_name on talent_companies (name collate "C", id);
create index talent_companies_search on talent_companies using gin (folded_name gin_trgm_ops);
create index talent_companies_initials on talent_companies (initials);

create table talent_institutions (
  id text primary key,
  name text not null,
  country text,
  folded_name text generated always as (folded_text(name)) stored,
  initials text generated always as (folded_text(regexp_replace(name, '\m([[:upper:]])|.', '\1', 'g'))) stored
);

create index talent_institutions_by_name on talent_institutions (name collate "C", id);
create index talent_institutions_search on talent_institutions using gin (folded_name gin_trgm_ops);
create index talent_institutions_initials on talent_institutions (initials);

create table talent_cities (
  name text primary key,
  signal_count integer not null default 0,
  folded_name text generated always as (folded_text(name)) stored
);

create index talent_cities_most on talent_cities (signal_count desc, name collate "C");
create index talent_cities_search on talent_cities using gin (folded_name gin_trgm_ops);

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

create table convo_organizations (
  id uuid primary key,
  name text not null,
  crm_integration text,
  calendar_type text,
  address text,
  created_at timestamptz not null default now()
);

-- Foreign keys to users and activities include the organization id, so that records refer to records of their own
-- organization only.
create table convo_users (
  id uuid primary key,
  organization_id uuid not null references convo_organizations (id) on delete cascade,
  name text,
  email text,
  status text,
  team_name text,
  crm_id text,
  role text,
  constraint convo_users_of_organization unique (organization_id, id)
);

create index convo_users_by_name on convo_users (organization_id, name collate "C", id);
create index convo_users_by_email on convo_users (organization_id, lower(email));

create table convo_activities (
  id uuid primary key,
  organization_id uuid not null references convo_organizations (id) on delete cascade,
  type text,
  status text,
  title text,
  started_at timestamptz not null,
  completed_at timestamptz,
  updated_at timestamptz not null,
  duration_ms integer,
  language text,
  provider text,
  host_user_id uuid,
  external_id text,
  account_id text,
  lead_id text,
  opportunity_id text,
  processing_state text,
  processing_failure text,
  processing_skipped_cues integer,
  recording_url text,
  skip_full_analysis boolean not null default false,
  notify_host boolean not null default false,
  -- Warnings about the result of the processing, for the owner of the recording.
  processing_warnings text[] not null default '{}',
  -- Digest of the themes that were used to match the topics.
  themes_digest text,
  constraint convo_activities_of_organization unique (organization_id, id),
  constraint convo_activities_external_id unique (host_user_id, external_id),
  constraint convo_activities_host foreign key (organization_id, host_user_id) references convo_users (organization_id, id)
);

create index convo_activities_started_at on convo_activities (organization_id, started_at desc, id desc);
create index convo_activities_started_at_by_status on convo_activities (organization_id, status, started_at desc, id desc);
create index convo_activities_updated_at on convo_activities (organization_id, updated_at desc, id desc);
create index convo_activities_updated_at_by_status on convo_activities (organization_id, status, updated_at desc, id desc);

create table convo_participants (
  id uuid primary key,
  activity_id uuid not null references convo_activities (id) on delete cascade,
  position integer not null,
  name text,
  email text,
  phone text,
  affiliation text,
  user_id uuid references convo_users (id) on delete set null
);

create index convo_participants_by_activity_id_position on convo_participants (activity_id, position);
create index convo_participants_by_user_id on convo_participants (user_id);

create table convo_segments (
  activity_id uuid not null references convo_activities (id) on delete cascade,
  position integer not null,
  text text not null,
  participant_id uuid references convo_participants (id) on delete set null,
  start_ms integer not null,
  end_ms integer,
  constraint convo_segments_pk primary key (activity_id, position)
);

create table convo_questions (
  activity_id uuid not null references convo_activities (id) on delete cascade,
  position integer not null,
  text text not null,
  participant_id uuid references convo_participants (id) on delete set null,
  start_ms integer not null,
  end_ms integer,
  is_engaging boolean,
  is_insightful boolean,
  constraint convo_questions_pk primary key (activity_id, position)
);

create table convo_topic_matches (
  activity_id uuid not null references convo_activities (id) on delete cascade,
  position integer not null,
  text text not null,
  participant_id uuid references convo_participants (id) on delete set null,
  start_ms integer not null,
  end_ms integer,
  theme text not null,
  topic text not null,
  trigger text not null,
  constraint convo_topic_matches_pk primary key (activity_id, position)
);

create table convo_action_items (
  activity_id uuid not null references convo_activities (id) on delete cascade,
  position integer not null,
  text text not null,
  assignee_id uuid references convo_participants (id) on delete set null,
  start_ms integer,
  is_completed boolean,
  -- `YYYY-MM-DD`. Text, because drivers convert dates to points in time. Null if the conversation named no day.
  due_on text,
  constraint convo_action_items_pk primary key (activity_id, position)
);

create table convo_summaries (
  activity_id uuid primary key references convo_activities (id) on delete cascade,
  content text not null,
  -- `extracted` or `model`; null for imported summaries that do not say.
  method text
);

-- These indexes find the rows that refer to a participant when the participant is deleted.
create index convo_segments_by_participant_id on convo_segments (participant_id);
create index convo_questions_by_participant_id on convo_questions (participant_id);
create index convo_topic_matches_by_participant_id on convo_topic_matches (participant_id);
create index convo_action_items_by_assignee_id on convo_action_items (assignee_id);

create table convo_themes (
  id uuid primary key,
  organization_id uuid not null references convo_organizations (id) on delete cascade,
  position integer not null,
  name text not null
);

create index convo_themes_by_organization_id_position on convo_themes (organization_id, position);

create table convo_topics (
  id uuid primary key,
  theme_id uuid not null references convo_themes (id) on delete cascade,
  position integer not null,
  name text not null
);

create index convo_topics_by_theme_id_position on convo_topics (theme_id, position);

create table convo_triggers (
  id uuid primary key,
  topic_id uuid not null references convo_topics (id) on delete cascade,
  position integer not null,
  keyword text not null
);

create index convo_triggers_by_topic_id_position on convo_triggers (topic_id, position);

create table convo_call_scores (
  id uuid primary key,
  organization_id uuid not null references convo_organizations (id) on delete cascade,
  activity_id uuid,
  user_id uuid,
  score double precision,
  activity_type text,
  created_at timestamptz not null,
  constraint convo_call_scores_activity foreign key (organization_id, activity_id) references convo_activities (organization_id, id) on delete cascade,
  constraint convo_call_scores_user_id foreign key (organization_id, user_id) references convo_users (organization_id, id)
);

create table convo_coaching_feedback (
  id uuid primary key,
  organization_id uuid not null references convo_organizations (id) on delete cascade,
  activity_id uuid,
  coach_id uuid,
  coachee_id uuid,
  score double precision,
  comment text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint convo_coaching_feedback_activity foreign key (organization_id, activity_id) references convo_activities (organization_id, id) on delete cascade,
  constraint convo_coaching_feedback_coach_id foreign key (organization_id, coach_id) references convo_users (organization_id, id),
  constraint convo_coaching_feedback_coachee_id foreign key (organization_id, coachee_id) references convo_users (organization_id, id)
);

create table convo_comments (
  id uuid primary key,
  organization_id uuid not null references convo_organizations (id) on delete cascade,
  activity_id uuid not null,
  user_id uuid,
  text text,
  at_ms integer,
  created_at timestamptz not null,
  constraint convo_comments_activity foreign key (organization_id, activity_id) references convo_activities (organization_id, id) on delete cascade,
  constraint convo_comments_user_id foreign key (organization_id, user_id) references convo_users (organization_id, id)
);

create table convo_listens (
  organization_id uuid not null references convo_organizations (id) on delete cascade,
  activity_id uuid not null,
  user_id uuid not null,
  listened_at timestamptz not null,
  constraint convo_listens_activity foreign key (organization_id, activity_id) references convo_activities (organization_id, id) on delete cascade,
  constraint convo_listens_user_id foreign key (organization_id, user_id) references convo_users (organization_id, id),
  constraint convo_listens_pk primary key (activity_id, user_id, listened_at)
);

create index convo_call_scores_by_organization_id_created_at on convo_call_scores (organization_id, created_at);
create index convo_call_scores_by_user_id_created_at on convo_call_scores (user_id, created_at);
create index convo_call_scores_by_activity_id on convo_call_scores (activity_id);
create index convo_coaching_feedback_by_organization_id_created_at on convo_coaching_feedback (organization_id, created_at);
create index convo_coaching_feedback_by_coach_id_created_at on convo_coaching_feedback (coach_id, created_at);
create index convo_coaching_feedback_by_coachee_id_created_at on convo_coaching_feedback (coachee_id, created_at);
create index convo_coaching_feedback_by_activity_id on convo_coaching_feedback (activity_id);
create index convo_comments_by_organization_id_created_at on convo_comments (organization_id, created_at);
create index convo_comments_by_user_id_created_at on convo_comments (user_id, created_at);
create index convo_comments_by_activity_id on convo_comments (activity_id);
create index convo_listens_by_organization_id_listened_at on convo_listens (organization_id, listened_at);
create index convo_listens_by_user_id_listened_at on convo_listens (user_id, listened_at);

create table convo_webhooks (
  id uuid primary key,
  organization_id uuid not null references convo_organizations (id) on delete cascade,
  trigger text not null,
  url text not null,
  external_id text,
  created_by uuid references convo_users (id) on delete set null,
  created_at timestamptz not null,
  -- The secrets that sign the requests, encrypted like the tokens of accounts.
  secret_key_id text,
  sealed_secret text,
  previous_secret_key_id text,
  previous_sealed_secret text,
  previous_secret_expires_at timestamptz,
  -- Since when every request has failed; null after a successful one.
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_reason text,
  constraint convo_webhooks_once unique (organization_id, trigger, url)
);

-- The stored recordings of activities; the files themselves are in the recording store.
create table convo_recordings (
  key text not null,
  activity_id uuid not null references convo_activities (id) on delete cascade,
  fetched boolean not null,
  constraint convo_recordings_pk primary key (key, activity_id)
);

create index convo_recordings_by_activity_id on convo_recordings (activity_id);

-- Identifies the folder that contains the recordings of this database. The table has at most one row.
create table convo_recording_folder (
  is_only boolean default true primary key check (is_only),
  marker text not null
);

-- The end of the event stream of each organization. Adding an event locks the row, so that events are committed in the
-- order of their positions.
create table convo_event_streams (
  organization_id uuid primary key references convo_organizations (id) on delete cascade,
  generation uuid not null,
  last_position integer not null
);

create table convo_events (
  id uuid primary key,
  organization_id uuid not null references convo_organizations (id) on delete cascade,
  position integer not null,
  trigger text not null,
  activity_id uuid,
  occurred_at timestamptz not null,
  created_at timestamptz not null,
  -- The body of the webhook requests, exactly as it is signed and sent.
  payload text not null,
  constraint convo_events_position unique (organization_id, position)
);

create index convo_events_by_created_at on convo_events (created_at);

create table convo_webhook_deliveries (
  event_id uuid not null references convo_events (id) on delete cascade,
  webhook_id uuid not null references convo_webhooks (id) on delete cascade,
  state text not null,
  attempts integer not null default 0,
  created_at timestamptz not null,
  last_attempt_at timestamptz,
  next_attempt_at timestamptz,
  delivered_at timestamptz,
  last_status integer,
  last_error text,
  -- Which process sends the request now. A claim ends at `claimed_until` unless the process renews it.
  claimed_by uuid,
  claimed_until timestamptz,
  -- The position of the event, so that deliveries start in its order.
  position integer,
  constraint convo_webhook_deliveries_pk primary key (event_id, webhook_id)
);

create index convo_webhook_deliveries_by_webhook_id on convo_webhook_deliveries (webhook_id, created_at);
create index convo_webhook_deliveries_pending
  on convo_webhook_deliveries (webhook_id, (coalesce(next_attempt_at, created_at)), position)
  where state = 'pending';
create index convo_webhook_deliveries_claimed on convo_webhook_deliveries (webhook_id) where claimed_until is not null;

-- The keys that authenticate the callers of a service.
create table service_keys (
  id uuid primary key,
  key_hash text not null unique,
  service text not null,
  purpose text not null,
  user_id text not null,
  organization_id uuid references convo_organizations (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  -- When a newer API key of the organization replaced this one, which then still works until `expires_at`.
  superseded_at timestamptz,
  constraint service_keys_purpose check (purpose in ('api_key', 'personal')),
  constraint service_keys_organization check ((purpose = 'api_key') = (organization_id is not null))
);

-- Several keys of an organization can be valid, but only one of them is the current one.
create unique index service_keys_one_current_api_key on service_keys (organization_id)
  where purpose = 'api_key' and revoked_at is null and superseded_at is null;
create index service_keys_by_user on service_keys (service, user_id, created_at);

create table platform_clients (
  client_id text primary key,
  name text not null,
  secret_hash text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);

create table platform_access_tokens (
  token_hash text primary key,
  client_id text not null references platform_clients (client_id) on delete cascade,
  expires_at timestamptz not null
);

create index platform_access_tokens_by_expires_at on platform_access_tokens (expires_at);

-- The ids of imported files that have another form than ours, and the ids under which their records are stored.
create table platform_imported_ids (
  kind text not null,
  source_id text not null,
  id text not null,
  primary key (source_id, kind),
  unique (id, kind)
);

-- The results of calls with an idempotency key, for 24 hours.
create table keyed_calls (
  service text not null,
  user_id text not null,
  key text not null,
  -- Hash of the tool and its input.
  digest text not null,
  result json,
  created_at timestamptz not null,
  primary key (service, user_id, key)
);
create index keyed_calls_created_at on keyed_calls (created_at);
