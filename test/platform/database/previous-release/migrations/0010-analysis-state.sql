-- Warnings for the owner of a processed recording, and a digest of the themes that were used to match its topics.
alter table convo_activities
  add column processing_warnings text[] default '{}' not null,
  add column themes_digest text;
