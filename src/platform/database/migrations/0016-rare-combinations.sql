-- Companies, institutions and tags in one index, together with the country: an index scan then reads only the matches of
-- all its conditions. Before, all signals of the country were collected to find the few of them with a company. The
-- country is an array of one element, because an index of this kind on plain texts needs another extension.
create index concurrently talent_signals_facets on talent_signals
  using gin (past_company_ids, past_institution_ids, profile_tags, (array[country]));

-- With the default of 100, the planner underestimates how many signals share a frequent name, and sorts all their matches
-- instead of reading the newest signals.
alter index talent_signals_full_name alter column 1 set statistics 200;

-- The new index replaces these, which are dropped last, because that blocks readers until the end of the migration.
drop index talent_signals_past_company_ids;
drop index talent_signals_past_institution_ids;
drop index talent_signals_profile_tags;
