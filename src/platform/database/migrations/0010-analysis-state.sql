-- What the owner of a processed recording should know, and the themes that topic matches were found with.
alter table convo_activities
  add column processing_warnings text[] default '{}' not null,
  add column themes_digest text;
