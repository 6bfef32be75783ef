-- Which accounts were created for callers that are not authenticated.
alter table connected_accounts add column for_development boolean not null default false;
