import type { GridPage } from '@basalt/contract/table-editor/grid.schema.ts'

/** Which page is open, and how far it is from the end where counting began. */
export interface PagePosition {
  readonly at: 'first' | 'last' | 'after' | 'before'
  /** Of the row that the page follows or precedes. */
  readonly cursor?: string | undefined
  readonly countedFrom: 'first' | 'last'
  readonly steps: number
}

export const FIRST_PAGE: PagePosition = { at: 'first', countedFrom: 'first', steps: 0 }
export const LAST_PAGE: PagePosition = { at: 'last', countedFrom: 'last', steps: 0 }

type Ends = Pick<GridPage, 'start' | 'end' | 'has_before' | 'has_after'>

/** The page after the open one; undefined on the last page. */
export function nextPage(position: PagePosition, { end, has_after }: Ends): PagePosition | undefined {
  if (end === null || has_after === false) return undefined
  const { countedFrom } = position
  return {
    at: 'after',
    cursor: end,
    countedFrom,
    steps: position.steps + (countedFrom === 'first' ? 1 : -1),
  }
}

/** The page before the open one; undefined on the first page. */
export function previousPage(position: PagePosition, { start, has_before }: Ends): PagePosition | undefined {
  if (start === null || has_before === false) return undefined
  const { countedFrom } = position
  return {
    at: 'before',
    cursor: start,
    countedFrom,
    steps: position.steps + (countedFrom === 'first' ? -1 : 1),
  }
}

/** The name of the open page. Rows that others add or delete meanwhile can make the number wrong, so an end wins. */
export function pageName({ countedFrom, steps }: PagePosition, { has_before, has_after }: Ends): string {
  if (has_before === false) return 'Page 1'
  if (countedFrom === 'first') return `Page ${Math.max(2, steps + 1)}`
  if (has_after === false || steps <= 0) return 'Last page'
  return steps === 1 ? 'Page before the last' : `${steps} pages before the last`
}
