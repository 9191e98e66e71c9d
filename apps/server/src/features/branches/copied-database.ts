import { BOOKKEEPING_SCHEMA } from '@basalt/sql/schema-owners.rules.ts'
import { ADMIN_ROLE, DATABASE } from '../../platform/project-databases/database-roles.ts'

/** The logins of the source do not work in the copy. The roles of Basalt get the copy's own passwords afterwards. */
const WITHOUT_PASSWORDS = `
  update pg_catalog.pg_authid set rolpassword = null where rolpassword is not null and rolname <> '${ADMIN_ROLE}'`

/** The replicas of the source have no business here. */
const WITHOUT_REPLICAS = `
  do $do$ declare replica name; begin
    for replica in select rolname from pg_catalog.pg_roles where rolname like 'basalt\\_replica\\_%' loop
      execute pg_catalog.format('drop role %I', replica);
    end loop;
  end $do$`

/** The engine has detached them from their slots, so no connection to their publishers is needed. */
const WITHOUT_SUBSCRIPTIONS = `
  do $do$ declare subscription name; begin
    for subscription in select subname from pg_catalog.pg_subscription s
      join pg_catalog.pg_database d on d.oid = s.subdbid where d.datname = pg_catalog.current_database() loop
      execute pg_catalog.format('drop subscription %I', subscription);
    end loop;
  end $do$`

/** Events and requests that the source still has to send are sent by the source. */
const WITHOUT_DELIVERIES = `
  do $do$ begin
    if exists (select from ${BOOKKEEPING_SCHEMA}.outbox) or exists (select from ${BOOKKEEPING_SCHEMA}.http_requests) then
      truncate ${BOOKKEEPING_SCHEMA}.outbox, ${BOOKKEEPING_SCHEMA}.http_requests;
    end if;
  end $do$`

/** Tables whose rows are part of how a database is set up. */
const KEPT_TABLES = "('storage', 'buckets'), ('supabase_migrations', 'schema_migrations')"

const isOfApps = (schema: string) =>
  `${schema} !~ '^pg_' and ${schema} not in ('information_schema', '${BOOKKEEPING_SCHEMA}')`

const isOfExtension = (object: string) => `
  exists (select from pg_catalog.pg_depend e where e.classid = 'pg_catalog.pg_class'::pg_catalog.regclass
    and e.objid = ${object} and e.deptype = 'e')`

/** Objects that one transaction locks, of a table of locks for some thousands. */
const EMPTIED_AT_A_TIME = 200

/**
 * Empties all tables of apps, with their statistics, which contain values. Their triggers are switched off meanwhile: the
 * superuser must not run functions of users, and tables that refer to each other can be emptied one after the other. Event
 * triggers do not fire in single-user mode.
 */
const WITHOUT_ROWS = [
  `do $do$ declare
      emptied oid[] := array(
        select c.oid from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and ${isOfApps('n.nspname')} and not ${isOfExtension('c.oid')}
          and (n.nspname, c.relname) not in (${KEPT_TABLES}));
      triggered oid[] := array(
        select oid from pg_catalog.pg_class where oid = any (emptied) and relhastriggers);
      names text;
    begin
      update pg_catalog.pg_class set relhastriggers = false where oid = any (triggered);
      for place in 1 .. coalesce(pg_catalog.cardinality(emptied), 0) by ${EMPTIED_AT_A_TIME} loop
        commit;
        select pg_catalog.string_agg(pg_catalog.format('only %I.%I', n.nspname, c.relname), ', ') into names
        from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        where c.oid = any (emptied[place : place + ${EMPTIED_AT_A_TIME - 1}]);
        execute 'truncate ' || names || ' restart identity';
      end loop;
      update pg_catalog.pg_class set relhastriggers = true where oid = any (triggered);
    end $do$`,
  `do $do$ declare one record; done int := 0; begin
      for one in select n.nspname, c.relname, c.relkind
        from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('m', 'S') and ${isOfApps('n.nspname')} and not ${isOfExtension('c.oid')} loop
        if one.relkind = 'm' then
          execute pg_catalog.format('refresh materialized view %I.%I with no data', one.nspname, one.relname);
        else
          execute pg_catalog.format('alter sequence %I.%I restart', one.nspname, one.relname);
        end if;
        done := done + 1;
        if done % ${EMPTIED_AT_A_TIME} = 0 then commit; end if;
      end loop;
    end $do$`,
  'delete from pg_catalog.pg_statistic where starelid >= 16384',
  'delete from pg_catalog.pg_statistic_ext_data',
  'do $do$ begin perform pg_catalog.lo_unlink(oid) from pg_catalog.pg_largeobject_metadata; end $do$',
  // Files that are read as tables; the copies that PostgreSQL reads follow at the start.
  `truncate ${BOOKKEEPING_SCHEMA}.foreign_file_parts`,
  `update ${BOOKKEEPING_SCHEMA}.foreign_files set bytes = 0`,
]

/** SQL that makes the copy of a project's database a branch, before anyone can connect. */
export const branchStatements = ({ withData }: { withData: boolean }): string[] => [
  WITHOUT_PASSWORDS,
  WITHOUT_REPLICAS,
  WITHOUT_SUBSCRIPTIONS,
  WITHOUT_DELIVERIES,
  ...(withData ? [] : WITHOUT_ROWS),
]

/** Databases that users created besides the project's own; `WITHOUT_ROWS` does not reach them. */
export const OTHER_DATABASES = `
  select datname as name from pg_catalog.pg_database where not datistemplate and datname <> '${DATABASE}' order by 1`
