-- The moment of a read-only branch that shows a past one; null for every other branch.
alter table branches add column past_moment timestamptz;

-- Whether what is restored is only looked at.
alter table restores add column is_read_only boolean not null default false;
