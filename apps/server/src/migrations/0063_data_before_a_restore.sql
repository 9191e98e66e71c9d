-- The stopped instance whose data is copied instead of restored from a backup: that from before a restore in place.
alter table restores add column copied_from text;
