-- What objects are listed by: the folder, and within it each column that people sort by. A column of its own, because
-- row level security keeps anything but plain comparisons away from the indexes.
alter table storage.objects
  add column folder text generated always as (regexp_replace(name, '[^/]*$', '')) stored;
comment on column storage.objects.folder is 'Everything of the name up to its last slash, with the slash.';

create index objects_by_name on storage.objects (bucket_id, folder, name);
create index objects_by_creation on storage.objects (bucket_id, folder, created_at, name);
create index objects_by_update on storage.objects (bucket_id, folder, updated_at, name);
create index objects_by_access on storage.objects (bucket_id, folder, last_accessed_at, name);

-- Which bytes are still referred to.
create index objects_by_version on storage.objects (version);
