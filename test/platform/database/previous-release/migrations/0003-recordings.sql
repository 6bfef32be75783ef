-- The stored recordings of activities; the files themselves are in the recording store.
create table convo_recordings (
  key text not null,
  activity_id uuid not null references convo_activities (id) on delete cascade,
  fetched boolean not null,
  constraint convo_recordings_pk primary key (key, activity_id)
);

create index convo_recordings_by_activity_id on convo_recordings (activity_id);
