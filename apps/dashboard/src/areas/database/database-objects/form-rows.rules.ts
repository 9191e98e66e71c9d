let lastKey = 0

/** Identifies a row of a form while it is edited and moved, also among rows that were kept from an earlier visit. */
export const newRowKey = () => {
  lastKey += 1
  return `${Date.now()}-${lastKey}`
}

/** A row moved by some places; the same rows where it cannot move. */
export function movedRow<Row>(rows: Row[], from: number, by: number): Row[] {
  const row = rows[from]
  const to = from + by
  if (row === undefined || to < 0 || to >= rows.length) return rows
  return rows.toSpliced(from, 1).toSpliced(to, 0, row)
}

/** Rows of which the one with the key has been changed. */
export const changedRow = <Row extends { key: string }>(rows: Row[], key: string, part: Partial<Row>) =>
  rows.map((row) => (row.key === key ? { ...row, ...part } : row))

export const withoutRow = <Row extends { key: string }>(rows: Row[], key: string) =>
  rows.filter((row) => row.key !== key)
