import { GRID_ROW_HEIGHT } from './data-grid.rules.ts'

/** Moved by fewer rows than this at a time, most rows in view stay, and only what comes into view is drawn. */
export const JUMP_ROWS = 4

/**
 * Which element shows which row of a grid, as React's keys. While rows scroll by slowly each has an element of its
 * own. When the view jumps, the elements stay and are told of other rows: making a few hundred cells again takes the
 * browser longer than a frame, most of it finding out their styles.
 *
 * The active row keeps its element wherever it is, because the keyboard's focus is in it. No two rows have one key.
 */
export class RowElements {
  #offset = 0
  #first = 0
  #active: { row: number; key: number | string } | undefined

  /** Told of where the grid is scrolled to, before it draws. */
  scrolledTo(top: number): void {
    const first = Math.floor(top / GRID_ROW_HEIGHT)
    const shift = first - this.#first
    this.#first = first
    if (Math.abs(shift) >= JUMP_ROWS) this.#offset += shift
  }

  /** Told of the active row, or that there is none. */
  activate(row: number | undefined): void {
    this.#active = row === undefined ? undefined : { row, key: this.keyOf(row) }
  }

  keyOf(row: number): number | string {
    if (row === this.#active?.row) return this.#active.key
    const key = row - this.#offset
    return key === this.#active?.key ? 'beside the active row' : key
  }
}
