-- Marks the accounts that were created for unauthenticated callers.
alter table connected_accounts add column for_development boolean not null default false;
