create table platform_clients (
  client_id text primary key,
  name text not null,
  secret_hash text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);

create table platform_access_tokens (
  token_hash text primary key,
  client_id text not null references platform_clients (client_id) on delete cascade,
  expires_at timestamptz not null
);

create index platform_access_tokens_by_expires_at on platform_access_tokens (expires_at);
