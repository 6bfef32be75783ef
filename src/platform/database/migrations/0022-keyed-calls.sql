-- The results of calls with an idempotency key, for 24 hours.
create table keyed_calls (
  service text not null,
  user_id text not null,
  key text not null,
  -- Hash of the tool and its input.
  digest text not null,
  result json,
  created_at timestamptz not null,
  primary key (service, user_id, key)
);
create index keyed_calls_created_at on keyed_calls (created_at);
