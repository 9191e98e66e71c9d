/** The attribute of a grid whose frozen cells need not stick. */
export const VERTICAL = 'data-scrolls-vertically'

/** How long after the last step of scrolling its frozen cells stick again, in milliseconds. */
export const REST_MS = 400

/**
 * Marks a grid while it scrolls up or down with its first columns in view: frozen cells are where they are anyway, and
 * each sticky one is a layer of the screen of its own. At rest they stick, so that they stay when scrolling sideways begins.
 */
export class VerticalScroll {
  #top = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Called when the grid has scrolled. */
  look(grid: Element): void {
    const isMoved = grid.scrollTop !== this.#top
    this.#top = grid.scrollTop
    if (grid.scrollLeft !== 0) this.#end(grid)
    else if (isMoved) {
      grid.toggleAttribute(VERTICAL, true)
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => this.#end(grid), REST_MS)
    }
  }

  #end(grid: Element) {
    clearTimeout(this.#timer)
    grid.toggleAttribute(VERTICAL, false)
  }
}
