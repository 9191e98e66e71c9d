/** The key prefixes of what is known of a project's tables, apart from the calls, for pages that only need the keys. */
export const tableKeys = {
  entities: ['entities'] as const,
  entitiesOf: (ref: string) => [...tableKeys.entities, ref] as const,
  rows: ['table-rows'] as const,
  rowsOf: (ref: string) => [...tableKeys.rows, ref] as const,
}
