-- A restore that was cancelled has ended.
drop index restores_open;
create unique index restores_open on restores (ref)
  where status not in ('CONFIRMED', 'UNDONE', 'FAILED', 'CANCELLED');
