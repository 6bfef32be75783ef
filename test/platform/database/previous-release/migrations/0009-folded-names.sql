-- Removes case, accents and typographic punctuation from a name for searches, by the same rules as `foldText` in
-- `tools/`. The function uses core functions only: some database roles cannot create the `unaccent` extension, and the
-- function `unaccent` is not immutable. The function is not `strict`, so that PostgreSQL can inline it. Most names are
-- ASCII, and most others contain none of the listed characters, so the slow `translate` runs for few names. The last
-- blank in each list of characters is a no-break space, U+00A0.
create function folded_text(name text) returns text language sql immutable parallel safe as $$
  select case
    when octet_length(name) = char_length(name) then lower(name)
    when name !~ '[øØłŁđĐðÐı‘’‚‛ʼ′´“”„‟«»″‐‑‒–—― ßẞæÆǢǣǼǽœŒþÞǾǿ]' then lower(normalize(regexp_replace(normalize(name, nfd), '[\u0300-\u036f]', '', 'g'), nfc))
    else replace(replace(replace(replace(translate(lower(normalize(regexp_replace(normalize(name, nfd), '[\u0300-\u036f]', '', 'g'), nfc)), 'øØłŁđĐðÐı‘’‚‛ʼ′´“”„‟«»″‐‑‒–—― ', 'oollddddi''''''''''''''"""""""------ '), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end $$;

-- Index the expression instead of a new stored column, which would rewrite the widest table under a lock.
drop index talent_signals_full_name;
drop index talent_signals_name_parts;
create index talent_signals_full_name on talent_signals using gin (folded_text(full_name) gin_trgm_ops);
create index talent_signals_name_parts on talent_signals
  using gin (talent_name_parts(folded_text(full_name)));

drop index talent_companies_search;
alter table talent_companies
  add column folded_name text generated always as (folded_text(name)) stored;
create index talent_companies_search on talent_companies using gin (folded_name gin_trgm_ops);
alter table talent_companies add column initials text
  generated always as (folded_text(regexp_replace(name, '\m([[:upper:]])|.', '\1', 'g'))) stored;
create index talent_companies_initials on talent_companies (initials);

drop index talent_institutions_search;
alter table talent_institutions
  add column folded_name text generated always as (folded_text(name)) stored;
create index talent_institutions_search on talent_institutions using gin (folded_name gin_trgm_ops);
alter table talent_institutions add column initials text
  generated always as (folded_text(regexp_replace(name, '\m([[:upper:]])|.', '\1', 'g'))) stored;
create index talent_institutions_initials on talent_institutions (initials);

drop index talent_cities_search;
alter table talent_cities
  add column folded_name text generated always as (folded_text(name)) stored;
create index talent_cities_search on talent_cities using gin (folded_name gin_trgm_ops);
