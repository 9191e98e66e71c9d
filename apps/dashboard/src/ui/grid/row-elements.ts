import { GRID_ROW_HEIGHT } from './data-grid.rules.ts'

/**
 * When scrolling by fewer rows than this, most visible rows keep their elements and only new ones render. Measured with
 * 13 columns in view: up to here, making the new rows takes less time than changing all of them.
 */
export const JUMP_ROWS = 20

/**
 * Assigns React keys to the rows of a grid. During slow scrolling each row keeps its element. When the view jumps, the
 * elements are reused for other rows: creating all of them takes longer than a frame, mostly for computing styles.
 *
 * The active row always keeps its element, because it has the focus. Keys are unique.
 */
export class RowElements {
  #offset = 0
  #first = 0
  #active: { row: number; key: number | string } | undefined

  /** Called with the grid's `scrollTop` before it renders. */
  scrolledTo(top: number): void {
    const first = Math.floor(top / GRID_ROW_HEIGHT)
    const shift = first - this.#first
    this.#first = first
    if (Math.abs(shift) >= JUMP_ROWS) this.#offset += shift
  }

  /** Called with the active row, if any. */
  activate(row: number | undefined): void {
    this.#active = row === undefined ? undefined : { row, key: this.keyOf(row) }
  }

  keyOf(row: number): number | string {
    if (row === this.#active?.row) return this.#active.key
    const key = row - this.#offset
    return key === this.#active?.key ? 'beside the active row' : key
  }
}
