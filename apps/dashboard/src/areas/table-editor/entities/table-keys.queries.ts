/** The key prefixes of what is known of a project's tables, apart from the calls, for pages that only need the keys. */
export const tableKeys = {
  entities: ['entities'] as const,
  definitions: ['table-definitions'] as const,
  rows: ['table-rows'] as const,
  catalogues: ['sql-catalogue'] as const,

  entitiesOf: (ref: string) => [...tableKeys.entities, ref] as const,
  definitionsOf: (ref: string) => [...tableKeys.definitions, ref] as const,
  rowsOf: (ref: string) => [...tableKeys.rows, ref] as const,
  rowsOfTable: (ref: string, id: number) => [...tableKeys.rowsOf(ref), id] as const,
  /** What SQL editors complete. */
  catalogueOf: (ref: string) => [...tableKeys.catalogues, ref] as const,

  /** All that a change of a table makes stale. Without an `id`, it may have been any table of the project. */
  changed: (ref: string, id: number | null) => [
    tableKeys.entitiesOf(ref),
    tableKeys.definitionsOf(ref),
    id === null ? tableKeys.rowsOf(ref) : tableKeys.rowsOfTable(ref, id),
    tableKeys.catalogueOf(ref),
  ],
}
