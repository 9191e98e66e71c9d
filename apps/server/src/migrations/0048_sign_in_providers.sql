-- Secrets of providers and other services that a project's auth API uses, by name, as sealed JSON.
alter table auth_settings add column sealed_secrets bytea;
