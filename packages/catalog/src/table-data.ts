import { isNamedByApps } from '@basalt/sql/schema-owners.rules.ts'
import { columnsOf, isExtensionDependency } from './fragments.ts'

export interface TableDataRow {
  schema: string
  name: string
  /** Without generated columns. */
  columns: string[]
  /** For an extension's table, the `where` clause that selects the users' rows. */
  condition: string | null
}

/** Tables that store rows; of an extension's tables, only those that it marks as configuration (user data). */
export const tablesWithData = () => `
  select n.nspname as schema, c.relname as name,
    array(select a.attname::text from ${columnsOf('c.oid')} and a.attgenerated = '' order by a.attnum) as columns,
    e.extcondition[pg_catalog.array_position(e.extconfig, c.oid)] as condition
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  left join pg_catalog.pg_depend d on ${isExtensionDependency('c.oid', 'pg_class')}
  left join pg_catalog.pg_extension e on e.oid = d.refobjid
  where c.relkind = 'r' and c.relpersistence <> 't' and ${isNamedByApps('n.nspname')}
    and (e.oid is null or c.oid = any (e.extconfig))
  order by 1, 2`
