/**
 * SQL that creates the roles of a project's APIs where they do not exist. Roles are shared by all databases of a server, and
 * test files create them at the same time, so that each is created by itself.
 */
export const CREATE_API_ROLES = `
  do $do$ declare
    name text;
  begin
    foreach name in array array['anon', 'authenticated', 'service_role'] loop
      begin
        execute format('create role %I', name);
      exception when duplicate_object or unique_violation then null;
      end;
    end loop;
  end $do$;`
