-- A database of one's own may lack the extension, or the right to add it: names are then looked through one by one.
do $$
begin
  create extension if not exists pg_trgm;
  -- Found at once and not after the next vacuum; names change seldom.
  create index snippets_name_part on snippets using gin (lower(name) gin_trgm_ops) with (fastupdate = off);
exception
  when insufficient_privilege or feature_not_supported or undefined_file then
    raise notice 'Queries are found by a part of their name without an index: %', sqlerrm;
end $$;
