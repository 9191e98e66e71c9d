/** A query by this program; its values are parameters. */
export interface TrustedJob {
  kind: 'trusted'
  sql: string
  params: readonly (string | number)[]
}

/** A query that a user has written, of these views. */
export interface ContainedJob {
  kind: 'contained'
  sql: string
  views: readonly { name: string; sql: string }[]
  /** The only files that the process may read from now on. */
  files: readonly string[]
  /** The user and group that the process becomes; undefined where it is not root. */
  account: { uid: number; gid: number } | undefined
  rowsMax: number
}

export type Job = TrustedJob | ContainedJob

export interface QueryResult {
  columns: { name: string; type: string }[]
  /** Values as JSON has them; 64-bit integers, decimals and times as text. */
  rows: unknown[][]
  /** Whether there are more rows than were asked for. */
  isCut: boolean
}

export type Answer = { result: QueryResult } | { refused: string } | { tooLarge: true }
