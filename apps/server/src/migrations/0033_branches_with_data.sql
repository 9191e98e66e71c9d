alter table branches
  -- What its data was copied from; null for the default branch, and once that branch is gone.
  add column source_project_ref text references projects on delete set null,
  -- False for a branch with only the schema of its source.
  add column with_data boolean not null default true,
  -- Its data is still to be copied, or to be copied again. What an interrupted copy left is replaced.
  add column needs_copy boolean not null default false,
  -- The moment of branching: which transactions both sides have in common, and where the copied log ended. A merge
  -- starts from it.
  add column copied_at timestamptz,
  add column copy_facts jsonb,
  -- The schema at that moment, as the library that compares schemas writes it; null when it could not be read.
  add column base_schema text,
  -- Days of silence after which it is deleted; null for never.
  add column expires_after_days integer check (expires_after_days > 0),
  -- When its members were told of its deletion.
  add column expiry_announced_at timestamptz,
  -- Whether HTTP requests of its SQL are sent.
  add column sends_requests boolean not null default true;

alter table branches
  -- Why the last attempt to reset it failed; it has the data that it had before.
  add column reset_failure text;
