import { formatAmount } from '../../../lib/amount.ts'
import type { RowsInView } from './row-loader.ts'

/** The thumb of the scrollbar, in pixels of its track. */
export interface Thumb {
  readonly top: number
  readonly height: number
}

const THUMB_MIN_HEIGHT = 28

/** Undefined when all rows are on the screen, or their number is not known. */
export function thumbOf({ row, visible, total, isAtEnd }: RowsInView, track: number): Thumb | undefined {
  if (!total || visible <= 0 || track <= 0 || total.rows <= visible) return undefined
  const height = Math.min(track, Math.max(THUMB_MIN_HEIGHT, (track * visible) / total.rows))
  const share = isAtEnd ? 1 : Math.min(1, row / (total.rows - visible))
  return { top: (track - height) * share, height }
}

/** The first row on the screen when the thumb is at `top`. */
export function rowAtThumb({ visible, total }: RowsInView, track: number, { top, height }: Thumb): number {
  if (!total || track <= height) return 0
  const share = Math.min(1, Math.max(0, top / (track - height)))
  return Math.round(share * (total.rows - visible))
}

/** Rows are counted from 1 for readers. */
export const placeText = (row: number, isExact: boolean) =>
  `${isExact ? 'Row' : 'About row'} ${formatAmount('count', row + 1)}`

/** Which page of `size` rows is on the screen, from 1, and of how many; `pages` is undefined where rows are not counted. */
export function pageInView({ row, visible, total, isAtEnd }: RowsInView, size: number) {
  const pages = total && Math.max(1, Math.ceil(total.rows / size))
  // The last page may be shorter than the screen, and then never reaches its top.
  const page = isAtEnd && pages && row + visible >= total.rows ? pages : Math.floor(row / size) + 1
  return { page: pages ? Math.min(page, pages) : page, pages }
}

/** The page that a typed number means: the nearest one there is. Undefined for no number. */
export function typedPage(text: string, pages: number | undefined): number | undefined {
  const digits = text.replace(/[\s,._]/g, '')
  if (!/^[+-]?\d+$/.test(digits)) return undefined
  return Math.max(1, Math.min(Number(digits), pages ?? Number(digits)))
}
