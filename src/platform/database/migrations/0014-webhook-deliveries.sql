-- The secrets that sign the requests of a webhook, encrypted like the tokens of accounts. Webhooks of earlier releases
-- get one when a node starts.
alter table convo_webhooks add column secret_key_id text;
alter table convo_webhooks add column sealed_secret text;
alter table convo_webhooks add column previous_secret_key_id text;
alter table convo_webhooks add column previous_sealed_secret text;
alter table convo_webhooks add column previous_secret_expires_at timestamptz;
-- Since when every request has failed; null after a successful one.
alter table convo_webhooks add column failing_since timestamptz;
alter table convo_webhooks add column disabled_at timestamptz;
alter table convo_webhooks add column disabled_reason text;

create table convo_webhook_deliveries (
  event_id uuid not null references convo_events (id) on delete cascade,
  webhook_id uuid not null references convo_webhooks (id) on delete cascade,
  state text not null,
  attempts integer not null default 0,
  created_at timestamptz not null,
  last_attempt_at timestamptz,
  next_attempt_at timestamptz,
  delivered_at timestamptz,
  last_status integer,
  last_error text,
  constraint convo_webhook_deliveries_pk primary key (event_id, webhook_id)
);

create index convo_webhook_deliveries_by_webhook_id on convo_webhook_deliveries (webhook_id, created_at);
