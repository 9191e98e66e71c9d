import type { GridPage } from '@basalt/contract/table-editor/grid.schema.ts'
import {
  arrived,
  counted,
  emptyWindow,
  failedWithError,
  type JumpTarget,
  jumped,
  type LineRange,
  lineOf,
  placeOf,
  type RowPlace,
  type RowRequest,
  type RowTotal,
  type RowWindow,
  reloaded,
  retried,
  returned,
  saved,
  totalOf,
  viewed,
  type WindowLimits,
} from './row-window.rules.ts'
import type { SavedLine } from './saved-lines.rules.ts'

/** Loads one page. `isFirst` is the first of a loader, which may have been prefetched. */
export type LoadRows = (
  request: RowRequest,
  isFirst: boolean,
) => { readonly page: Promise<GridPage>; cancel(): void }

/** Where the grid is to scroll: a line of the window. A new object for each time. */
export interface ScrollCommand {
  readonly line: number
  /** The line whose cell becomes active, for those who use the keyboard. */
  readonly active: number | undefined
}

/** What the grid displays; the same object until that changes, however much is scrolled. */
export interface LoadedRows
  extends Pick<
    RowWindow,
    'chunks' | 'before' | 'after' | 'loaded' | 'hasBefore' | 'hasAfter' | 'page' | 'failed'
  > {
  readonly isJumping: boolean
  readonly scroll: ScrollCommand | undefined
}

/** Loads the rows of a table around what is displayed, and tells its listeners of each change. */
export class RowLoader {
  #state: RowWindow
  #content: LoadedRows
  readonly #load: LoadRows
  readonly #defer: (show: () => void) => void
  readonly #listeners = new Set<() => void>()
  readonly #running = new Map<number, () => void>()
  #reloads: { resolve: () => void; reject: (error: Error) => void }[] = []
  #target: JumpTarget = { at: 'first' }
  /** The row at which a dragged scrollbar is now. */
  #sought: number | undefined
  #isKeyboard = false
  #isFirst = true
  #isAttached = false
  /** How far the columns are scrolled, in pixels. */
  left = 0

  /** `defer` calls back when rows that arrive beside those on the screen are to be shown; at once unless given. */
  constructor(
    limits: WindowLimits,
    load: LoadRows,
    place?: RowPlace,
    defer: (show: () => void) => void = (show) => show(),
  ) {
    this.#load = load
    this.#defer = defer
    const empty = emptyWindow(limits)
    this.#state = place ? returned(empty, place) : jumped(empty, { at: 'first' })
    this.#content = contentOf(this.#state, undefined)
  }

  get state() {
    return this.#state
  }

  get content() {
    return this.#content
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Begins to load. Returns a function that gives up what is being loaded. */
  readonly attach = () => {
    this.#isAttached = true
    this.#run()
    return () => {
      this.#isAttached = false
      for (const cancel of this.#running.values()) cancel()
      this.#running.clear()
    }
  }

  /** Tells which lines are on the screen. */
  readonly look = (view: LineRange) => this.#become(viewed(this.#state, view))

  readonly count = (total: RowTotal | undefined) => this.#become(counted(this.#state, total))

  /** Has what was saved at once; loading the rows again puts them where they belong. */
  readonly save = (lines: readonly SavedLine[], anchors: ReadonlyMap<string, string | null>) =>
    this.#become(saved(this.#state, lines, anchors))

  /** Goes to a row by its number, from 0; about there when it is far away and the table is long. */
  readonly goToRow = (row: number) => {
    const line = lineOf(this.#state, row)
    if (line === undefined || this.#state.pending.jump) return this.#jump({ at: 'row', row })
    this.#command({ line, active: undefined })
  }

  /** Goes to where a page of `size` rows begins, counted from 1. The last page far away is at the end of the table. */
  readonly goToPage = (page: number, size: number) => {
    const row = (page - 1) * size
    const total = totalOf(this.#state)
    const isLast = total !== undefined && row + size >= total.rows
    if (isLast && lineOf(this.#state, row) === undefined) this.goToEnd('last')
    else this.goToRow(row)
  }

  /** Goes to the first or last row, whose cell becomes active when the keyboard was used. */
  readonly goToEnd = (at: 'first' | 'last', isKeyboard = false) => {
    const { before, loaded, hasBefore, hasAfter, chunks } = this.#state
    const isHere = at === 'first' ? !hasBefore : !hasAfter
    this.#isKeyboard = isKeyboard
    if (!isHere || chunks.length === 0) return this.#jump({ at })
    const line = at === 'first' ? 0 : Math.max(0, before + loaded - 1)
    this.#command({ line, active: isKeyboard ? line : undefined })
  }

  /** Follows a dragged scrollbar: one jump at a time, and the latest row at the end. */
  readonly seek = (row: number) => {
    const line = lineOf(this.#state, row)
    const { before, loaded, pending } = this.#state
    if (!pending.jump && line !== undefined && line >= before && line < before + loaded)
      return this.#command({ line, active: undefined })
    this.#sought = row
    if (!pending.jump) this.#seekOn()
  }

  readonly retry = () => {
    if (this.#state.failed.jump) this.#jump(this.#target)
    else this.#become(retried(this.#state))
  }

  /** Loads the rows around the screen again. Rejects when they cannot be loaded. */
  readonly reload = (): Promise<void> =>
    new Promise((resolve, reject) => {
      this.#reloads.push({ resolve, reject })
      this.#become(reloaded(this.#state))
    })

  /** To go on from in a later loader. */
  get place() {
    return placeOf(this.#state)
  }

  #jump(target: JumpTarget) {
    this.#target = target
    this.#become(jumped(this.#state, target))
  }

  #seekOn() {
    const row = this.#sought
    this.#sought = undefined
    if (row !== undefined) this.#jump({ at: 'row', row })
  }

  #command(scroll: ScrollCommand) {
    this.#content = { ...this.#content, scroll }
    this.#notify()
  }

  #become(next: RowWindow) {
    const known = this.#state
    if (next === known) return
    this.#state = next
    const hasJumped = next.jumps !== known.jumps
    const last = next.before + next.loaded - 1
    const active = this.#isKeyboard ? (next.hasAfter ? next.target : last) : undefined
    if (hasJumped) this.#isKeyboard = false
    const scroll = hasJumped ? { line: next.target, active } : this.#content.scroll
    const content = contentOf(next, scroll)
    if (!isSame(content, this.#content)) this.#content = content
    this.#run()
    this.#notify()
    if (hasJumped) this.#seekOn()
  }

  #notify() {
    for (const listener of this.#listeners) listener()
  }

  /** Starts what is pending and not running, and gives up what is running and no longer pending. */
  #run() {
    if (!this.#isAttached) return
    const wanted = Object.values(this.#state.pending)
    for (const [id, cancel] of this.#running)
      if (!wanted.some((request) => request.id === id)) {
        this.#running.delete(id)
        cancel()
      }
    for (const request of wanted) if (!this.#running.has(request.id)) this.#start(request)
  }

  #start(request: RowRequest) {
    const { page, cancel } = this.#load(request, this.#isFirst)
    this.#isFirst = false
    this.#running.set(request.id, cancel)
    const isCurrent = () => this.#running.delete(request.id)
    const show = (found: GridPage) => {
      if (!isCurrent()) return
      this.#become(arrived(this.#state, request, found))
      if (request.kind === 'jump' && !this.#state.pending.jump)
        for (const { resolve } of this.#reloads.splice(0)) resolve()
    }
    page.then(
      (found) => {
        if (request.kind === 'jump') show(found)
        else this.#defer(() => show(found))
      },
      (error: Error) => {
        if (!isCurrent()) return
        this.#isKeyboard = false
        // The place of an earlier visit is gone, or belongs to another order.
        if (request.again && 'above' in request.again.at) return this.#jump({ at: 'first' })
        this.#become(failedWithError(this.#state, request, error))
        if (request.kind === 'jump') for (const { reject } of this.#reloads.splice(0)) reject(error)
      },
    )
  }
}

const contentOf = (
  { chunks, before, after, loaded, hasBefore, hasAfter, page, failed, pending }: RowWindow,
  scroll: ScrollCommand | undefined,
): LoadedRows => ({
  chunks,
  before,
  after,
  loaded,
  hasBefore,
  hasAfter,
  page,
  failed,
  isJumping: pending.jump !== undefined && pending.jump.again === undefined,
  scroll,
})

const isSame = (one: LoadedRows, other: LoadedRows) =>
  (Object.keys(one) as (keyof LoadedRows)[]).every((key) => one[key] === other[key])

/** The number of the first row on the screen, how many lines it shows, and of how many rows. */
export interface RowsInView {
  readonly row: number
  readonly visible: number
  readonly total: RowTotal | undefined
  readonly isExact: boolean
  readonly isAtEnd: boolean
}

export function rowsInView(state: RowWindow): RowsInView {
  const { view, before, first, loaded, hasAfter, isExact } = state
  const total = totalOf(state)
  const visible = view.bottom - view.top
  const most = total ? Math.max(0, total.rows - 1) : Number.POSITIVE_INFINITY
  return {
    row: Math.min(most, Math.max(0, first + view.top - before)),
    visible,
    total,
    isExact,
    isAtEnd: !hasAfter && view.bottom >= before + loaded,
  }
}
