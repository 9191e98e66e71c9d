-- Imports that follow their source by logical replication, and imports of uploaded files.
alter table database_imports
  add column kind text not null default 'copy',
  -- Name and bytes of an uploaded file.
  add column file jsonb,
  -- The connection string, only while the source is followed.
  add column sealed_source bytea,
  -- What is left to do at the switch-over.
  add column follow jsonb,
  add column notice text,
  -- SQL for the source, when it could not be reached to remove the slot and the publication.
  add column source_cleanup text,
  alter column source drop not null,
  add check ((source is null) = (kind = 'file')),
  add check ((file is null) = (kind <> 'file'));
