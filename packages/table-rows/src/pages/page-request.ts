import type { Position } from './cursor.ts'
import type { GridRow } from './row-columns.ts'

/** Which rows a page has. `from` and `around` include the row at the position; `after` and `before` do not. */
export type PageRequest =
  | { readonly at: 'first' | 'last' }
  | { readonly at: 'after' | 'before' | 'from' | 'around'; readonly position: Position }
  /** The rows behind the first `rows`, which are read as well: for small numbers, or where nothing else is known. */
  | { readonly at: 'skip'; readonly rows: number }

/** One page of rows. */
export interface Page {
  readonly rows: readonly GridRow[]
  /** Are there rows before the first and after the last? Null when this was not looked at. */
  readonly hasBefore: boolean | null
  readonly hasAfter: boolean | null
  /** Positions of the first and the last row, for `writeCursor`; undefined for a page without rows. */
  readonly start: Position | undefined
  readonly end: Position | undefined
}
