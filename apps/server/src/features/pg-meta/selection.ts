import type { MetaSelection } from '@basalt/catalog/pg-meta/meta-selection.ts'
import type { PageQuery, SelectionQuery } from '@basalt/contract/pg-meta/selection.schema.ts'

/** The selection that the query of a list describes. */
export const selectionOf = (query: PageQuery & Partial<SelectionQuery>): MetaSelection => ({
  included: query.included_schemas,
  excluded: query.excluded_schemas,
  withSystem: query.include_system_schemas,
  limit: query.limit,
  offset: query.offset,
})
