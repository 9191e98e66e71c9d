-- What files of a folder are searched by, whatever the case of their letters. A column, because row level security keeps
-- anything but plain comparisons away from the indexes.
alter table storage.objects
  add column lower_name text generated always as (lower(name)) stored;
comment on column storage.objects.lower_name is 'The name in lower case, for searches.';

create index objects_by_lower_name on storage.objects (bucket_id, folder, lower_name, name);
