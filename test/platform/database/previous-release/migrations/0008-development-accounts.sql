-- Marks the accounts of the development identity, the user of all calls while authentication is off.
alter table connected_accounts add column for_development boolean not null default false;
