-- The ids of imported files that have another form than ours, and the ids under which their records are stored.
create table platform_imported_ids (
  kind text not null,
  source_id text not null,
  id text not null,
  primary key (source_id, kind),
  unique (id, kind)
);
