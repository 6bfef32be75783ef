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
