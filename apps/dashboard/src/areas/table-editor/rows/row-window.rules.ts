import type { GridPage } from '@basalt/contract/table-editor/grid.schema.ts'
import { type Line, storedLines } from './lines.rules.ts'
import type { SavedLine } from './saved-lines.rules.ts'

/**
 * The part of a table that is loaded, as lines that scroll: a gap for the rows before it, the loaded rows, a gap for the
 * rows behind it. Rows come and go at both ends while the others keep their place on the screen. Where the part lies in
 * the whole is a number that may be an estimate.
 */
export interface RowWindow {
  /** In the order of the table, without a gap between them. */
  readonly chunks: readonly Chunk[]
  /** Rows of all chunks. */
  readonly loaded: number
  /** How many rows of the table come before the loaded ones. */
  readonly first: number
  /** Whether `first` was counted. */
  readonly isExact: boolean
  readonly hasBefore: boolean
  readonly hasAfter: boolean
  /** Lines of the gaps. */
  readonly before: number
  readonly after: number
  /** How many rows the table has, as far as that was counted or estimated. */
  readonly count: RowTotal | undefined
  /** The lines on the screen; `bottom` is exclusive. */
  readonly view: LineRange
  /** What is being loaded: at most one request in each direction, and none beside a jump. */
  readonly pending: { readonly [Kind in RequestKind]?: RowRequest }
  readonly failed: { readonly [Kind in RequestKind]?: Error }
  /** Grows with each jump that has arrived. */
  readonly jumps: number
  /** The line at which the latest jump has landed. */
  readonly target: number
  /** What the latest page said besides its rows. */
  readonly page: PageFacts | undefined
  readonly lastId: number
  readonly limits: WindowLimits
}

export interface RowTotal {
  readonly rows: number
  readonly isEstimate: boolean
}

export interface LineRange {
  readonly top: number
  readonly bottom: number
}

interface Chunk {
  readonly lines: readonly Line[]
  /** The cursor of its first and last row. */
  readonly start: string
  readonly end: string
}

export type PageFacts = Pick<GridPage, 'columns' | 'left_out' | 'is_served_by_index' | 'is_stable'>

export type RequestKind = 'before' | 'after' | 'jump'

/** A page to load. `id` is unique in its window. */
export interface RowRequest {
  readonly id: number
  readonly kind: RequestKind
  readonly at: 'first' | 'last' | 'before' | 'after' | 'from' | 'row'
  readonly cursor?: string
  readonly row?: number
  /** For `row`: how many rows the table is thought to have. */
  readonly count?: number
  readonly limit: number
  /** For rows that were loaded before: where they were. */
  readonly again?: KnownPlace
}

interface KnownPlace {
  readonly first: number
  readonly isExact: boolean
  /** The line of the first row, which stays there; or how many lines above the screen it was. */
  readonly at: { readonly line: number } | { readonly above: number }
}

/** Where a window was scrolled to: a page, and lines of it above the screen. */
export interface RowPlace {
  /** Of the page's first row; null at the start of the table. */
  readonly cursor: string | null
  readonly first: number
  readonly isExact: boolean
  readonly above: number
}

/** Rows that are kept at most. With few columns; see `limitsFor`. */
export const LOADED_ROWS_MAX = 5000
/** Cells that are kept at most; the server cuts each to about two kilobytes. */
export const LOADED_CELLS_MAX = 500_000
const LOADED_ROWS_MIN = 200
/** Rows of one request at most. */
const REQUEST_ROWS_MAX = 1000
/** Lines that can be scrolled into before their rows are loaded. */
const GAP_LINES = 1000
/** A gap of fewer lines is made longer, and one of more shorter: both move the scroll position. */
const GAP_MIN = 200
const GAP_MAX = 3000
/** Lines beyond the screen that are loaded ahead, besides twice the screen. */
const AHEAD_LINES = 20

export interface WindowLimits {
  /** Rows of an ordinary request. */
  readonly chunk: number
  /** Rows of a request that fills a gap on the screen. */
  readonly most: number
  /** Rows that are kept, apart from those on the screen and the requests around it. */
  readonly kept: number
}

/** For a table of so many columns, and pages of `size` rows. */
export function limitsFor(columns: number, size: number): WindowLimits {
  const fitting = Math.floor(LOADED_CELLS_MAX / Math.max(1, columns))
  const kept = Math.min(LOADED_ROWS_MAX, Math.max(LOADED_ROWS_MIN, fitting))
  return {
    chunk: Math.min(size, Math.floor(kept / 4)),
    most: Math.min(REQUEST_ROWS_MAX, Math.floor(kept / 2)),
    kept,
  }
}

/** The most rows a window holds while `visible` lines are on the screen. */
export const loadedMax = ({ kept, most }: WindowLimits, visible: number) =>
  kept + 2 * most + 2 * aheadOf(visible) + visible

const aheadOf = (visible: number) => 2 * visible + AHEAD_LINES

/** A window without rows, to begin with a jump. */
export const emptyWindow = (limits: WindowLimits): RowWindow => ({
  chunks: [],
  loaded: 0,
  first: 0,
  isExact: true,
  hasBefore: false,
  hasAfter: false,
  before: 0,
  after: 0,
  count: undefined,
  view: { top: 0, bottom: 0 },
  pending: {},
  failed: {},
  jumps: 0,
  target: 0,
  page: undefined,
  lastId: 0,
  limits,
})

/** The lines of the window. Those of gaps have keys that no row has. */
export function windowLines({
  chunks,
  before,
  after,
}: Pick<RowWindow, 'chunks' | 'before' | 'after'>): Line[] {
  const lines: Line[] = []
  for (let index = 1; index <= before; index += 1) lines.push(gapLine(`gap before ${index}`))
  for (const chunk of chunks) lines.push(...chunk.lines)
  for (let index = 1; index <= after; index += 1) lines.push(gapLine(`gap after ${index}`))
  return lines
}

const gapLines = new Map<string, Line>()
const NOTHING: ReadonlySet<number> = new Set()

/** The same object for the same key, so that its line is not rendered again. */
function gapLine(key: string): Line {
  const known = gapLines.get(key)
  if (known) return known
  const line: Line = { key, row: undefined, cells: [], state: 'gap', changed: NOTHING, isUnsaved: false }
  gapLines.set(key, line)
  return line
}

/** How many rows the table has. What was seen wins over an estimate. */
export function totalOf({ count, first, loaded, isExact, hasAfter }: RowWindow): RowTotal | undefined {
  const seen = first + loaded
  if (!hasAfter && isExact) return { rows: seen, isEstimate: false }
  if (!count) return undefined
  return { rows: Math.max(count.rows, seen + (hasAfter ? 1 : 0)), isEstimate: count.isEstimate }
}

/** The number of the row at a line, from 0; about, unless `isExact`. */
export const rowAt = ({ first, before }: RowWindow, line: number) => Math.max(0, first + line - before)

/** The line of a row by its number; undefined when it lies beyond the gaps. */
export function lineOf({ first, before, loaded, after }: RowWindow, row: number): number | undefined {
  const line = row - first + before
  return line >= 0 && line < before + loaded + after ? line : undefined
}

/** The screen shows other lines. */
export const viewed = (known: RowWindow, view: LineRange): RowWindow =>
  known.view.top === view.top && known.view.bottom === view.bottom ? known : planned({ ...known, view })

/** The number of rows was counted or estimated. */
export const counted = (known: RowWindow, count: RowTotal | undefined): RowWindow =>
  renumbered({ ...known, count })

export type JumpTarget = { readonly at: 'first' | 'last' } | { readonly at: 'row'; readonly row: number }

/** Leaves the loaded rows for others; they stay until those have arrived. */
export function jumped(known: RowWindow, target: JumpTarget): RowWindow {
  const id = known.lastId + 1
  const request: RowRequest = { id, kind: 'jump', limit: jumpLimit(known), ...targetOf(known, target) }
  return { ...known, pending: { jump: request }, failed: {}, lastId: id }
}

/** The ends need no statistics, which would only come near them. */
function targetOf(known: RowWindow, target: JumpTarget): JumpTarget & { count?: number } {
  if (target.at !== 'row') return target
  const total = totalOf(known)
  const screen = known.view.bottom - known.view.top
  if (target.row <= 0) return { at: 'first' }
  if (!total) return target
  return target.row >= total.rows - screen ? { at: 'last' } : { ...target, count: total.rows }
}

const jumpLimit = ({ limits, view }: RowWindow) =>
  Math.min(limits.most, Math.max(limits.chunk, view.bottom - view.top))

/** The chunk at the top of the screen, or the nearest one, and the line it begins at. */
function chunkAtTop({ chunks, before, view }: RowWindow) {
  let line = before
  for (const [index, chunk] of chunks.entries()) {
    const { length } = chunk.lines
    if (line + length > view.top || index === chunks.length - 1) return { chunk, line, index }
    line += length
  }
  return undefined
}

/** To go on from in a later window; undefined at the first row. */
export function placeOf(known: RowWindow): RowPlace | undefined {
  const at = chunkAtTop(known)
  if (!at || (!known.hasBefore && known.view.top <= 0)) return undefined
  const cursor = at.index === 0 && !known.hasBefore ? null : at.chunk.start
  const above = Math.max(0, known.view.top - at.line)
  return { cursor, first: rowAt(known, at.line), isExact: known.isExact, above }
}

/** Goes where an earlier window was. */
export function returned(known: RowWindow, { cursor, first, isExact, above }: RowPlace): RowWindow {
  const id = known.lastId + 1
  const limit = Math.min(known.limits.most, Math.max(known.limits.chunk, above + known.limits.chunk))
  const again = { first, isExact, at: { above } }
  const at = cursor === null ? ({ at: 'first' } as const) : ({ at: 'from', cursor } as const)
  return { ...known, pending: { jump: { id, kind: 'jump', ...at, limit, again } }, lastId: id }
}

/** Loads the rows around the screen again, in place. */
export function reloaded(known: RowWindow): RowWindow {
  const { view, hasBefore, limits, pending, chunks } = known
  // It brings rows as they are now.
  if (pending.jump && (!pending.jump.again || chunks.length === 0)) return known
  const id = known.lastId + 1
  const at = chunkAtTop(known)
  if (!at) return jumped(known, { at: 'first' })
  const { chunk, line, index } = at
  const needed = view.bottom - line + aheadOf(view.bottom - view.top)
  const limit = Math.min(limits.most, Math.max(limits.chunk, needed))
  const isStart = index === 0 && !hasBefore
  const again = { first: rowAt(known, line), isExact: known.isExact, at: { line } }
  const jump: RowRequest = isStart
    ? { id, kind: 'jump', at: 'first', limit, again }
    : { id, kind: 'jump', at: 'from', cursor: chunk.start, limit, again }
  return { ...known, pending: { jump }, failed: {}, lastId: id }
}

/**
 * Has the rows that were saved as they are now, until they are loaded again. `anchors` has the keys of new lines, and of
 * the rows above which they were; null for the start of the table.
 */
export function saved(
  known: RowWindow,
  lines: readonly SavedLine[],
  anchors: ReadonlyMap<string, string | null>,
): RowWindow {
  const now = new Map(lines.map(({ key, line }) => [key, line]))
  const above = new Map<string | null, Line[]>()
  for (const { key, line } of lines) {
    const anchor = anchors.get(key)
    if (line && anchor !== undefined) above.set(anchor, [...(above.get(anchor) ?? []), line])
  }
  const isFirst = (chunk: number, index: number) => chunk === 0 && index === 0 && !known.hasBefore
  const chunks = known.chunks.map((chunk, at) => ({
    ...chunk,
    lines: chunk.lines.flatMap((line, index) => {
      const here = [...(isFirst(at, index) ? (above.get(null) ?? []) : []), ...(above.get(line.key) ?? [])]
      if (!now.has(line.key)) return [...here, line]
      const changed = now.get(line.key)
      return changed ? [...here, changed] : here
    }),
  }))
  const loaded = chunks.reduce((sum, chunk) => sum + chunk.lines.length, 0)
  return { ...known, chunks, loaded }
}

/** Tries again what has failed. */
export function retried(known: RowWindow): RowWindow {
  return planned({ ...known, failed: {} })
}

/** A page has failed. The answer to a request that was given up is ignored. */
export function failedWithError(known: RowWindow, { id, kind }: RowRequest, error: Error): RowWindow {
  if (known.pending[kind]?.id !== id) return known
  const pending = without(known.pending, kind)
  return planned({ ...known, pending, failed: { ...known.failed, [kind]: error } })
}

/** A page has arrived. The answer to a request that was given up is ignored. */
export function arrived(known: RowWindow, { id, kind }: RowRequest, page: GridPage): RowWindow {
  // As it is by now: lines may have moved since it was sent.
  const request = known.pending[kind]
  if (request?.id !== id) return known
  const pending = without(known.pending, kind)
  const { columns, left_out, is_served_by_index, is_stable } = page
  const next = { ...known, pending, page: { columns, left_out, is_served_by_index, is_stable } }
  if (kind === 'jump') return planned(renumbered(landed(next, request, page)))
  return planned(
    renumbered(kind === 'after' ? appended(next, request, page) : prepended(next, request, page)),
  )
}

/** A request that follows rows which were dropped is given up with them. */
function without(pending: RowWindow['pending'], kind: RequestKind) {
  const { [kind]: _done, ...rest } = pending
  return rest
}

const chunkOf = (known: RowWindow, { id }: RowRequest, page: GridPage): Chunk | undefined => {
  if (page.rows.length === 0 || page.start === null || page.end === null) return undefined
  // A row that moved between two requests must not be there twice.
  const keys = new Set(known.chunks.flatMap(({ lines }) => lines.map(({ key }) => key)))
  const lines = storedLines(page, id).filter(({ key }) => !keys.has(key))
  return { lines, start: page.start, end: page.end }
}

function landed(known: RowWindow, request: RowRequest, page: GridPage): RowWindow {
  const { again } = request
  // What was here is gone with everything behind it.
  if (page.rows.length === 0 && request.at === 'from') return jumped({ ...known, chunks: [] }, { at: 'last' })
  const bare = { ...known, chunks: [], failed: {} }
  const chunk = chunkOf(bare, request, page)
  const loaded = chunk?.lines.length ?? 0
  const isLast = request.at === 'last'
  const hasBefore = page.has_before ?? request.at !== 'first'
  const hasAfter = page.has_after ?? !isLast
  const place = page.place ?? (again && { row: again.first, is_estimate: !again.isExact })
  const first = !hasBefore ? 0 : Math.max(1, place?.row ?? (known.count?.rows ?? 0) - loaded)
  const isExact = !hasBefore || place?.is_estimate === false
  const next: RowWindow = {
    ...bare,
    chunks: chunk ? [chunk] : [],
    loaded,
    first,
    isExact,
    hasBefore,
    hasAfter,
    before: 0,
    after: 0,
  }
  const after = gapAfter(next)
  // Rows that are loaded again stay on their lines.
  if (again && 'line' in again.at) return withGap({ ...next, before: hasBefore ? again.at.line : 0, after })
  const above = again && 'above' in again.at ? again.at.above : 0
  const before = gapBefore(next)
  const screen = known.view.bottom - known.view.top
  const target = isLast ? Math.max(0, before + loaded - screen) : before + above
  const view = { top: target, bottom: target + screen }
  return { ...next, before, after, target, view, jumps: known.jumps + 1 }
}

function appended(known: RowWindow, request: RowRequest, page: GridPage): RowWindow {
  const chunk = chunkOf(known, request, page)
  if (!chunk) return { ...known, hasAfter: false, after: 0 }
  let next: RowWindow = {
    ...known,
    chunks: [...known.chunks, chunk],
    loaded: known.loaded + chunk.lines.length,
    hasAfter: page.has_after ?? true,
  }
  const ahead = aheadOf(next.view.bottom - next.view.top)
  for (;;) {
    const [front] = next.chunks
    const { length = 0 } = front?.lines ?? {}
    const isFar = next.before + length <= next.view.top - ahead
    if (next.loaded <= next.limits.kept || !isFar || next.chunks.length === 1) break
    next = {
      ...next,
      chunks: next.chunks.slice(1),
      loaded: next.loaded - length,
      first: next.first + length,
      before: next.before + length,
      hasBefore: true,
      pending: without(next.pending, 'before'),
      failed: {},
    }
  }
  return withGap({ ...next, after: gapAfter(next) })
}

function prepended(known: RowWindow, request: RowRequest, page: GridPage): RowWindow {
  const chunk = chunkOf(known, request, page)
  if (!chunk) return withGap({ ...known, hasBefore: false, first: 0, isExact: true })
  const { length } = chunk.lines
  const hasBefore = page.has_before ?? true
  // More rows than the number said.
  const first = hasBefore ? Math.max(1, known.first - length) : 0
  const isExact = !hasBefore || (known.isExact && known.first - length >= 1)
  let next: RowWindow = {
    ...known,
    chunks: [chunk, ...known.chunks],
    loaded: known.loaded + length,
    first,
    isExact,
    hasBefore,
    before: known.before - length,
  }
  const ahead = aheadOf(next.view.bottom - next.view.top)
  for (;;) {
    const { length: last = 0 } = next.chunks.at(-1)?.lines ?? {}
    const isFar = next.before + next.loaded - last >= next.view.bottom + ahead
    if (next.loaded <= next.limits.kept || !isFar || next.chunks.length === 1) break
    next = {
      ...next,
      chunks: next.chunks.slice(0, -1),
      loaded: next.loaded - last,
      hasAfter: true,
      pending: without(next.pending, 'after'),
      failed: {},
    }
  }
  return withGap({ ...next, after: gapAfter(next) })
}

/** Lengthens or shortens the gap before the rows when that is due. The lines on the screen move along. */
function withGap(known: RowWindow): RowWindow {
  const { before, hasBefore, isExact, first, view } = known
  const isFitting =
    hasBefore && before >= GAP_MIN && before <= GAP_MAX && !(isExact && before > Math.max(1, first))
  const wanted = isFitting ? before : gapBefore(known)
  const shift = wanted - before
  if (shift === 0) return known
  const top = Math.max(0, view.top + shift)
  return {
    ...known,
    before: wanted,
    pending: movedBy(known.pending, shift),
    view: { top, bottom: top + view.bottom - view.top },
  }
}

/** Rows that are being loaded again arrive on the lines where they are by then. */
function movedBy(pending: RowWindow['pending'], lines: number): RowWindow['pending'] {
  const { jump } = pending
  if (!jump?.again || !('line' in jump.again.at)) return pending
  const at = { line: Math.max(0, jump.again.at.line + lines) }
  return { ...pending, jump: { ...jump, again: { ...jump.again, at } } }
}

function gapBefore({ hasBefore, isExact, first }: RowWindow): number {
  if (!hasBefore) return 0
  return isExact ? Math.max(1, Math.min(GAP_LINES, first)) : GAP_LINES
}

function gapAfter(known: RowWindow): number {
  if (!known.hasAfter) return 0
  const { count, isExact, first, loaded } = known
  if (!count || count.isEstimate || !isExact) return GAP_LINES
  return Math.min(GAP_LINES, Math.max(1, count.rows - first - loaded))
}

/** At the end of the table, its number of rows tells where the loaded ones are. */
function renumbered(known: RowWindow): RowWindow {
  const { count, isExact, hasBefore, hasAfter, loaded } = known
  if (isExact || hasAfter || !hasBefore || !count) return known
  return withGap({ ...known, first: Math.max(1, count.rows - loaded), isExact: !count.isEstimate })
}

/** Adds the requests that the screen needs now or soon. */
function planned(known: RowWindow): RowWindow {
  const { chunks, pending, failed, view, before, loaded, limits, hasBefore, hasAfter } = known
  if (pending.jump || chunks.length === 0) return known
  const visible = view.bottom - view.top
  // Before the screen was measured, nothing is known to be needed.
  if (visible <= 0) return known
  const ahead = aheadOf(visible)
  const missingAfter = view.bottom + ahead - before - loaded
  const missingBefore = before - (view.top - ahead)
  const limitOf = (missing: number) => Math.min(limits.most, Math.max(limits.chunk, missing))
  let next = known
  if (hasAfter && missingAfter > 0 && !pending.after && !failed.after)
    next = requesting(next, 'after', chunks.at(-1)!.end, limitOf(missingAfter))
  if (hasBefore && missingBefore > 0 && !pending.before && !failed.before)
    next = requesting(next, 'before', chunks[0]!.start, limitOf(missingBefore))
  return next
}

function requesting(known: RowWindow, kind: 'before' | 'after', cursor: string, limit: number): RowWindow {
  const id = known.lastId + 1
  const request: RowRequest = { id, kind, at: kind, cursor, limit }
  return { ...known, pending: { ...known.pending, [kind]: request }, lastId: id }
}
