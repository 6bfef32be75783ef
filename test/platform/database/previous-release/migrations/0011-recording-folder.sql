-- Identifies the folder that contains the recordings of this database. The table has at most one row.
create table convo_recording_folder (
  is_only boolean default true primary key check (is_only),
  marker text not null
);
