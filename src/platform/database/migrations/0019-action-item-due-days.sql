-- `YYYY-MM-DD`. Text, because drivers convert dates to points in time. Null if the conversation named no day, and for
-- items of earlier analyses.
alter table convo_action_items add column due_on text;
