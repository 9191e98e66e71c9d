-- The PostgreSQL that a project last ran with, such as 18.4; null before its first start with this column.
alter table backup_settings add column postgres_version text;
