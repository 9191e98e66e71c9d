-- For the filter by priority, which otherwise reads all that is not critical to find what is.
create index notifications_priority on notifications (user_id, priority, inserted_at desc, id)
  where status <> 'archived';
