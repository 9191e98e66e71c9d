-- Every server process caches what each API request needs. A change is announced when it is committed, by the table itself,
-- so that no code can forget it.
create function announce_settings() returns trigger language plpgsql as $$
begin
  perform pg_notify('basalt_settings', tg_argv[0] || ' ' || coalesce(new.ref, old.ref));
  return null;
end
$$;

create trigger announced after insert or update or delete on auth_settings
  for each row execute function announce_settings('auth');
create trigger announced after insert or update or delete on data_api_settings
  for each row execute function announce_settings('data-api');
-- That a key was used changes nothing for others.
create trigger announced after insert or delete or update of type, key_hash on api_keys
  for each row execute function announce_settings('keys');
create trigger announced after insert or delete or update of status, public_jwk on signing_keys
  for each row execute function announce_settings('keys');
create trigger announced after insert or delete or update of are_enabled, secret_status, secret_changed_at on legacy_keys
  for each row execute function announce_settings('keys');
create trigger announced after insert or delete or update of sealed on project_secrets
  for each row execute function announce_settings('keys');
