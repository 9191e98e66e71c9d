/** Reads the catalog of a project's database as the user's own role; that of the primary unless another is named. */
export type Lookups = <Row extends object>(
  ref: string,
  sql: string,
  values?: unknown[],
  database?: string,
) => Promise<Row[]>
