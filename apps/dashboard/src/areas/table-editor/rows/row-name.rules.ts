/** The columns and values that identify a row, as `id = 7`. */
export const rowName = (columns: readonly string[], row: readonly string[]) =>
  columns.map((column, index) => `${column} = ${row[index]}`).join(', ')
