-- The keys that authenticate the callers of a service.
create table service_keys (
  id uuid primary key,
  key_hash text not null unique,
  service text not null,
  purpose text not null,
  user_id text not null,
  organization_id uuid references convo_organizations (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  constraint service_keys_purpose check (purpose in ('api_key', 'personal')),
  constraint service_keys_organization check ((purpose = 'api_key') = (organization_id is not null))
);

create unique index service_keys_one_api_key on service_keys (organization_id)
  where purpose = 'api_key' and revoked_at is null;
create index service_keys_by_user on service_keys (service, user_id, created_at);

create table connections (
  name text primary key,
  kind text not null,
  tool_prefix text not null,
  created_at timestamptz not null default now()
);

-- An account now contains a token. Existing accounts have none, so they are deleted and must be connected again.
delete from connected_accounts;

alter table connected_accounts
  drop column user_id,
  add column token_key_id text,
  add column sealed_token text,
  add column expires_at timestamptz,
  add column updated_at timestamptz default now() not null;

alter table connected_accounts
  add constraint connected_accounts_token check ((token_key_id is null) = (sealed_token is null)),
  add constraint connected_accounts_connection foreign key (connection_name) references connections (name);
