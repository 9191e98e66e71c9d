import { isNamedByApps } from '@basalt/sql/schema-owners.rules.ts'
import { belongsToExtension, columnsOf } from './fragments.ts'

export interface TableDataRow {
  schema: string
  name: string
  /** Without generated ones. */
  columns: string[]
  /** Of an extension's table, the `where` that tells its rows of users from those it came with. */
  condition: string | null
}

/** Every table with rows of its own. Of an extension's tables, only those that it marks as user data. */
export const tablesWithData = () => `
  select n.nspname as schema, c.relname as name,
    array(select a.attname::text from ${columnsOf('c.oid')} and a.attgenerated = '' order by a.attnum) as columns,
    e.extcondition[pg_catalog.array_position(e.extconfig, c.oid)] as condition
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  left join pg_catalog.pg_depend d on ${belongsToExtension('c.oid', 'pg_class')}
  left join pg_catalog.pg_extension e on e.oid = d.refobjid
  where c.relkind = 'r' and c.relpersistence <> 't' and ${isNamedByApps('n.nspname')}
    and (e.oid is null or c.oid = any (e.extconfig))
  order by 1, 2`
