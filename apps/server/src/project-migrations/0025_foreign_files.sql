-- Files that are read as foreign tables. Their bytes are rows, so that backups, branches, replicas and crashes keep them;
-- file_fdw reads a copy in the data directory, which is made again when it is missing. PostgreSQL leaves names that begin
-- with pgsql_tmp out of backups. Members, who may name no file of the machine, get such tables from the platform only.
create table foreign_files (
  id uuid primary key default gen_random_uuid(),
  -- As it was uploaded.
  name text not null,
  bytes bigint not null,
  created_at timestamptz not null default now()
);
create table foreign_file_parts (
  file uuid not null references foreign_files on delete cascade,
  place integer not null,
  bytes bytea not null,
  primary key (file, place)
);

create function foreign_file_path(id uuid) returns text language sql immutable parallel safe
  return 'pgsql_tmp_basalt_' || id::text;

-- Writes the copy of a file unless it is there.
create function place_foreign_file(wanted uuid) returns void language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
declare
  size bigint := (select f.bytes from basalt.foreign_files f where f.id = wanted);
  path text := basalt.foreign_file_path(wanted);
  content oid;
  part bytea;
  at bigint := 0;
begin
  if size is null or size = (pg_stat_file(path, true)).size then
    return;
  end if;
  content := lo_create(0);
  for part in select p.bytes from basalt.foreign_file_parts p where p.file = wanted order by p.place loop
    perform lo_put(content, at, part);
    at := at + length(part);
  end loop;
  perform lo_export(content, path);
  perform lo_unlink(content);
end $$;

create function place_foreign_files() returns void language sql
  set search_path = pg_catalog, pg_temp
  begin atomic
    select basalt.place_foreign_file(f.id) from basalt.foreign_files f;
  end;

revoke execute on function foreign_file_path(uuid), place_foreign_file(uuid), place_foreign_files() from public;
