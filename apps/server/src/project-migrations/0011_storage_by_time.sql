-- What a whole bucket is listed by, whatever folder its objects are in.
create index objects_of_bucket_by_creation on storage.objects (bucket_id, created_at, name);
create index objects_of_bucket_by_update on storage.objects (bucket_id, updated_at, name);
