import { isOfUsers } from '@basalt/sql/schema-owners.rules.ts'
import type { Lint } from './lint.ts'

/** The tables of PostgreSQL and of the platform are looked after by their owners. */
const OF_USERS = isOfUsers('n.nspname')

export const lintsOfPerformance: readonly Lint[] = [
  {
    name: 'unindexed_foreign_keys',
    title: 'A foreign key without an index',
    level: 'INFO',
    description:
      'To delete a row, or change its key, PostgreSQL looks for rows that refer to it: without an index it reads the whole table. Joins over the key do so, too.',
    remediation: 'create index on the columns of the foreign key',
    sql: () => `
      select n.nspname as schema, c.relname as name,
        format('The foreign key %I of %I.%I is covered by no index', k.conname, n.nspname, c.relname) as detail
      from pg_catalog.pg_constraint k
        join pg_catalog.pg_class c on c.oid = k.conrelid
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where k.contype = 'f' and k.conparentid = 0 and ${OF_USERS}
        and not exists (
          select from pg_catalog.pg_index i
          where i.indrelid = k.conrelid and i.indisvalid and i.indpred is null
            -- The first columns of the index are those of the key, in any order.
            and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)`,
  },
  {
    name: 'no_primary_key',
    title: 'A table without a primary key',
    level: 'INFO',
    description:
      'One of its rows cannot be told from another that looks the same: it is not edited in the dashboard, and replication of its changes fails.',
    remediation: 'alter table … add primary key (…)',
    sql: () => `
      select n.nspname as schema, c.relname as name,
        format('The table %I.%I has no primary key', n.nspname, c.relname) as detail
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and ${OF_USERS}
        and not exists (select from pg_catalog.pg_constraint k where k.conrelid = c.oid and k.contype = 'p')`,
  },
  {
    name: 'duplicate_index',
    title: 'Indexes that do the same',
    level: 'WARN',
    description: 'Every write keeps all of them up to date, and one would do for every read.',
    remediation: 'drop index for all but one of them; keep the one that a constraint needs',
    sql: () => `
      select n.nspname as schema, c.relname as name,
        format('%I.%I has indexes that do the same: %s', n.nspname, c.relname,
          string_agg(i.indexrelid::regclass::text, ', ' order by i.indexrelid::regclass::text)) as detail
      from pg_catalog.pg_index i
        join pg_catalog.pg_class c on c.oid = i.indrelid
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        join pg_catalog.pg_class x on x.oid = i.indexrelid
      where ${OF_USERS} and c.relkind in ('r', 'm')
      group by n.nspname, c.relname, i.indrelid, x.relam, i.indkey::text, i.indclass::text, i.indcollation::text,
        i.indoption::text, i.indisunique, pg_catalog.pg_get_expr(i.indexprs, i.indrelid),
        pg_catalog.pg_get_expr(i.indpred, i.indrelid)
      having count(*) > 1`,
  },
  {
    name: 'auth_rls_initplan',
    title: 'A policy that asks anew for each row who is calling',
    level: 'WARN',
    description:
      'auth.uid(), auth.jwt() or auth.role() stands in the policy as it is, and is called for every row instead of once for each statement.',
    remediation: 'Write (select auth.uid()) in place of auth.uid(), and so for the others.',
    sql: () => `
      select n.nspname as schema, c.relname as name,
        format('The policy %I of %I.%I calls a function of auth for each row', p.polname, n.nspname, c.relname) as detail
      from pg_catalog.pg_policy p
        join pg_catalog.pg_class c on c.oid = p.polrelid
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        cross join lateral (select concat_ws(' ', pg_catalog.pg_get_expr(p.polqual, p.polrelid),
          pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid)) as text) rule
      where ${OF_USERS}
        -- PostgreSQL prints the good form as ( SELECT auth.uid() AS uid).
        and regexp_replace(rule.text, 'select auth\\.(uid|jwt|role)\\(\\)', '', 'gi') ~* 'auth\\.(uid|jwt|role)\\(\\)'`,
  },
]
