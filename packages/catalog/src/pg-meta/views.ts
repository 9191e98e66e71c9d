import { comment } from '../fragments.ts'
import { orderedPart } from '../selection.ts'
import { columnsJson } from './columns.ts'
import { asJson, metaRestriction } from './meta-selection.ts'
import type { MetaRelationSelection } from './tables.ts'

/** Relations of one kind of pg_class. `fact` is a further field. */
const relations =
  (kind: 'v' | 'm' | 'f', fact = '') =>
  ({ withColumns, ...selection }: MetaRelationSelection) =>
    `
  with page as materialized (
    select c.* from pg_catalog.pg_class c
    where c.relkind = '${kind}'
      ${metaRestriction(selection, { id: 'c.oid', namespace: 'c.relnamespace' })}
    ${orderedPart('c.oid', selection)}
  )
  ${asJson(`
    select c.oid::int8 as id, n.nspname as schema, c.relname as name${fact},
      ${comment('c.oid', 'pg_class')} as comment${withColumns ? `, ${columnsJson()} as columns` : ''}
    from page c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    order by c.oid`)}`

// Bits of pg_relation_is_updatable: 4 update, 16 delete. As in information_schema, views need both.
export const metaViews = relations(
  'v',
  ', pg_catalog.pg_relation_is_updatable(c.oid, false) & 20 = 20 as is_updatable',
)
export const metaMaterializedViews = relations('m', ', c.relispopulated as is_populated')
export const metaForeignTables = relations('f')
