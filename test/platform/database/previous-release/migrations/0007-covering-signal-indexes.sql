-- Every index that provides the sort order of result pages now includes the columns with few, short values. An
-- index-only scan can then count the signals that match two or more filters, without reading the wide rows.
drop index talent_signals_type;
create index talent_signals_type on talent_signals (type, discovered_at desc, id desc)
  include (score, gender, age_range, education_level, customer_focus);
drop index talent_signals_score;
create index talent_signals_score on talent_signals (score, discovered_at desc, id desc)
  include (type, gender, age_range, education_level, customer_focus);
drop index talent_signals_gender;
create index talent_signals_gender on talent_signals (gender, discovered_at desc, id desc)
  include (type, score, age_range, education_level, customer_focus);
drop index talent_signals_age_range;
create index talent_signals_age_range on talent_signals (age_range, discovered_at desc, id desc)
  include (type, score, gender, education_level, customer_focus);
drop index talent_signals_education_level;
create index talent_signals_education_level on talent_signals (education_level, discovered_at desc, id desc)
  include (type, score, gender, age_range, customer_focus);
drop index talent_signals_customer_focus;
create index talent_signals_customer_focus on talent_signals (customer_focus, discovered_at desc, id desc)
  include (type, score, gender, age_range, education_level);
drop index talent_signals_source;
create index talent_signals_source on talent_signals (source, discovered_at desc, id desc)
  include (type, score, gender, age_range, education_level, customer_focus);
drop index talent_signals_city;
create index talent_signals_city on talent_signals (city, discovered_at desc, id desc)
  include (type, score, gender, age_range, education_level, customer_focus);
drop index talent_signals_country;
create index talent_signals_country on talent_signals (country, discovered_at desc, id desc)
  include (type, score, gender, age_range, education_level, customer_focus);
drop index talent_signals_region;
create index talent_signals_region on talent_signals (region, discovered_at desc, id desc)
  include (type, score, gender, age_range, education_level, customer_focus);
drop index talent_signals_origin;
create index talent_signals_origin on talent_signals (origin, discovered_at desc, id desc)
  include (type, score, gender, age_range, education_level, customer_focus);
drop index talent_signals_industry;
create index talent_signals_industry on talent_signals (industry, discovered_at desc, id desc)
  include (type, score, gender, age_range, education_level, customer_focus);
drop index talent_signals_newest;
create index talent_signals_newest on talent_signals (discovered_at desc, id desc)
  include (type, score, gender, age_range, education_level, customer_focus);
