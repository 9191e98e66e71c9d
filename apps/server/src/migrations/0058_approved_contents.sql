-- What an approval is of: a digest of the SQL and the rows that would be merged then. Earlier approvals knew only the revision of
-- the request, which does not grow when the branch changes, and have to be given again.
alter table merge_request_events add column content text;
