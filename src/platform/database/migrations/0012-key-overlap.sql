-- When a newer API key of the organization replaced this one, which then still works until `expires_at`.
alter table service_keys add column superseded_at timestamptz;

-- Several keys of an organization can be valid, but only one of them is the current one.
create unique index service_keys_one_current_api_key on service_keys (organization_id)
  where purpose = 'api_key' and revoked_at is null and superseded_at is null;
drop index service_keys_one_api_key;
