-- The most frequent combination of filters is a country with a type, often with a score. Without an index on both, all
-- signals of the country are read to count the matches of a rare combination.
create index concurrently talent_signals_country_type on talent_signals (country, type, discovered_at desc, id desc)
  include (score, gender, age_range, education_level, customer_focus);

-- Frequent profile tags are found faster in the sort order than by collecting all their matches. The new index replaces
-- `talent_signals_newest`, which is dropped last, because dropping it blocks readers until the end of the migration.
create index concurrently talent_signals_newest_tags on talent_signals (discovered_at desc, id desc)
  include (type, score, gender, age_range, education_level, customer_focus, profile_tags);
drop index talent_signals_newest;
