-- What a rehearsal merged: a digest of the SQL and the rows. Without one, nothing was rehearsed that can be merged.
alter table merge_requests add column rehearsed_content text;
-- A decision is of the rows or objects that whoever decided has seen. Earlier ones knew only which conflict they are about, and
-- have to be made again.
update merge_requests set row_decisions = '{}', schema_decisions = '{}' where status in ('open', 'closed');
