import { COLUMNS_NAMED } from '@basalt/catalog/database-objects/object-facts.ts'

/** The columns that the description of a type names, from those that the catalog found. */
export const namedColumns = <Column>(columns: readonly Column[]) => ({
  columns: columns.slice(0, COLUMNS_NAMED),
  has_more_columns: columns.length > COLUMNS_NAMED,
})
