-- Users are searched by the beginning of their name or phone number, by a field of their metadata, and by provider.
create index users_by_name on auth.users
  (lower(coalesce(raw_user_meta_data ->> 'display_name', raw_user_meta_data ->> 'full_name', raw_user_meta_data ->> 'name')) collate "C");
create index users_by_phone on auth.users (phone collate "C") where phone is not null;
create index users_by_user_metadata on auth.users using gin (raw_user_meta_data jsonb_path_ops);
create index users_by_app_metadata on auth.users using gin (raw_app_meta_data jsonb_path_ops);
create index identities_by_provider on auth.identities (provider, user_id);
