-- `extracted` or `model`. Null for summaries of earlier analyses, and for imported ones that do not say.
alter table convo_summaries add column method text;
