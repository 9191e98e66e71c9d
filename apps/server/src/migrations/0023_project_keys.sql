-- A project is made with a publishable and a secret key. The secret one is kept sealed until somebody reads it, once.
alter table api_keys add sealed_key bytea check (sealed_key is null or type = 'secret');

-- Projects that exist get their publishable key now. A secret one can be made in the dashboard.
insert into api_keys (ref, type, name, description, key_hash, hint, publishable_key)
select ref, 'publishable', 'default', '', sha256(convert_to(key, 'UTF8')), 'bst_publishable_…' || right(key, 4), key
from (
  select ref, 'bst_publishable_' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') as key
  from projects
  where not exists (select from api_keys where api_keys.ref = projects.ref and type = 'publishable')
  offset 0
) made;
