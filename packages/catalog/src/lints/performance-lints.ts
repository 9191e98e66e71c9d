import { isOfUsers } from '@basalt/sql/schema-owners.rules.ts'
import type { Lint } from './lint.ts'

/** Tables of PostgreSQL and of Basalt are not the user's to fix. */
const OF_USERS = isOfUsers('n.nspname')

export const performanceLints: readonly Lint[] = [
  {
    name: 'unindexed_foreign_keys',
    title: 'Foreign key without an index',
    level: 'INFO',
    description:
      'Without an index, PostgreSQL reads the whole table to find referencing rows when a referenced row is deleted or its key changes, and for joins over the key.',
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
    title: 'Table without a primary key',
    level: 'INFO',
    description:
      'Identical rows cannot be distinguished: the dashboard cannot edit them, and replicating updates and deletes fails.',
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
    title: 'Duplicate indexes',
    level: 'WARN',
    description: 'Every write has to update all of them, while one would serve every read.',
    remediation: 'drop index for all but one of them; keep the one that a constraint needs',
    sql: () => `
      select n.nspname as schema, c.relname as name,
        format('%I.%I has duplicate indexes: %s', n.nspname, c.relname,
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
    title: 'Policy that calls auth functions for each row',
    level: 'WARN',
    description:
      'The policy calls auth.uid(), auth.jwt() or auth.role() for every row instead of once per statement.',
    remediation: 'Write (select auth.uid()) instead of auth.uid(), likewise for the others.',
    sql: () => `
      select n.nspname as schema, c.relname as name,
        format('The policy %I of %I.%I calls a function of auth for each row', p.polname, n.nspname, c.relname) as detail
      from pg_catalog.pg_policy p
        join pg_catalog.pg_class c on c.oid = p.polrelid
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        cross join lateral (select concat_ws(' ', pg_catalog.pg_get_expr(p.polqual, p.polrelid),
          pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid)) as text) rule
      where ${OF_USERS}
        -- PostgreSQL prints the recommended form as ( SELECT auth.uid() AS uid).
        and regexp_replace(rule.text, 'select auth\\.(uid|jwt|role)\\(\\)', '', 'gi') ~* 'auth\\.(uid|jwt|role)\\(\\)'`,
  },
]
