import type { MouseEvent } from 'react'
import type { Line } from './lines.rules.ts'

/** How far the pointer may move between press and release of one click, in pixels. */
const SLIP = 6

/** A button in a row of the grid: it opens the row, or shows the row that a cell refers to. */
export interface RowButton {
  readonly line: Line
  readonly element: Element
  /** The column whose referenced row is shown; undefined for the button that opens the row. */
  readonly peek: number | undefined
}

/** The button of a row that an element is, or is in. */
export function rowButtonAt(target: EventTarget | null, lines: readonly Line[]): RowButton | undefined {
  const element = target instanceof Element ? target.closest('[data-open-row], [data-peek]') : null
  const line = lines[Number(element?.closest('[role="row"]')?.getAttribute('aria-rowindex')) - 2]
  if (!element || !line) return undefined
  const peek = element.getAttribute('data-peek')
  return { line, element, peek: peek === null ? undefined : Number(peek) }
}

/**
 * Which button of a row a click is about. Rows can move between press and release, when they are loaded again: the click
 * is about the row that was pressed, whichever row is there by then.
 */
export class RowPress {
  #pressed: { button: RowButton; x: number; y: number } | undefined

  readonly press = ({ target, clientX: x, clientY: y }: MouseEvent, lines: readonly Line[]) => {
    const button = rowButtonAt(target, lines)
    this.#pressed = button && { button, x, y }
  }

  /** The button that was clicked, with its row as it is now. */
  readonly click = (
    { target, clientX, clientY, detail }: MouseEvent,
    lines: readonly Line[],
  ): RowButton | undefined => {
    const pressed = this.#pressed
    this.#pressed = undefined
    // By keyboard, there is no press.
    if (!pressed || detail === 0) return rowButtonAt(target, lines)
    const { button, x, y } = pressed
    if (Math.hypot(clientX - x, clientY - y) > SLIP) return undefined
    return { ...button, line: lines.find(({ key }) => key === button.line.key) ?? button.line }
  }
}
