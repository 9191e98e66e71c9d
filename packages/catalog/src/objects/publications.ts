import { orderAndLimit, restriction, type Selection } from '../selection.ts'

export interface PublicationRow {
  oid: number
  name: string
  owner: string
  /** Whether it publishes every table; `tables` and `schemas` are then empty. */
  is_for_all_tables: boolean
  publishes_insert: boolean
  publishes_update: boolean
  publishes_delete: boolean
  publishes_truncate: boolean
  /** Whether changes of partitions are published as those of the partitioned table. */
  publishes_via_root: boolean
  /** Tables listed by name; null `columns` and `condition` are all columns and rows. */
  tables: { oid: number; schema: string; name: string; columns: string[] | null; condition: string | null }[]
  /** Schemas published as a whole. */
  schemas: string[]
}

export const publications = (selection: Omit<Selection, 'schemas'> = {}) => `
  select p.oid, p.pubname as name, pg_catalog.pg_get_userbyid(p.pubowner) as owner,
    p.puballtables as is_for_all_tables, p.pubinsert as publishes_insert, p.pubupdate as publishes_update,
    p.pubdelete as publishes_delete, p.pubtruncate as publishes_truncate, p.pubviaroot as publishes_via_root,
    coalesce((
      select pg_catalog.json_agg(pg_catalog.json_build_object(
        'oid', c.oid::int8, 'schema', n.nspname, 'name', c.relname,
        'columns', case when r.prattrs is not null then (
          select pg_catalog.json_agg(a.attname order by a.attnum) from pg_catalog.pg_attribute a
          where a.attrelid = c.oid and a.attnum = any (r.prattrs::int2[])) end,
        'condition', pg_catalog.pg_get_expr(r.prqual, r.prrelid)) order by n.nspname, c.relname)
      from pg_catalog.pg_publication_rel r
      join pg_catalog.pg_class c on c.oid = r.prrelid
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where r.prpubid = p.oid), '[]') as tables,
    array(
      select n.nspname::text from pg_catalog.pg_publication_namespace s
      join pg_catalog.pg_namespace n on n.oid = s.pnnspid
      where s.pnpubid = p.oid order by n.nspname) as schemas
  from pg_catalog.pg_publication p
  where true${restriction(selection, { id: 'p.oid' })}
  ${orderAndLimit(selection, 'p.oid', 'p.pubname')}`
