-- Which process sends the request of a delivery now. A claim ends at `claimed_until` unless the process renews it.
alter table convo_webhook_deliveries add column claimed_by uuid;
alter table convo_webhook_deliveries add column claimed_until timestamptz;
-- The position of the event, so that deliveries start in its order; null if an earlier release has added the delivery.
alter table convo_webhook_deliveries add column position integer;

create index convo_webhook_deliveries_pending
  on convo_webhook_deliveries (webhook_id, (coalesce(next_attempt_at, created_at)), position)
  where state = 'pending';
create index convo_webhook_deliveries_claimed on convo_webhook_deliveries (webhook_id) where claimed_until is not null;
