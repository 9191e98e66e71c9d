import type { GridPage } from '@basalt/contract/table-editor/grid.schema.ts'
import { randomBelow } from '@basalt/testing/seeded-random.ts'
import { describe, expect, test } from 'vitest'
import {
  arrived,
  counted,
  emptyWindow,
  failedWithError,
  jumped,
  limitsFor,
  lineOf,
  loadedMax,
  placeOf,
  type RowRequest,
  type RowWindow,
  reloaded,
  retried,
  returned,
  rowAt,
  totalOf,
  viewed,
  windowLines,
} from './row-window.rules.ts'

/** A table whose rows are numbers in ascending order, and the pages that a server would send of it. */
class Table {
  rows: number[]
  /** How far off the numbers of far rows are, as a share of the table; 0 where they are exact. */
  readonly error: number

  constructor(count: number, error: number) {
    this.rows = Array.from({ length: count }, (_, index) => index * 10)
    this.error = error
  }

  answer({ at, cursor, row = 0, limit }: RowRequest): GridPage {
    const place = Number(cursor)
    const behind = (from: number) => this.rows.findIndex((each) => each >= from)
    const from = (index: number) => (index < 0 ? this.rows.length : index)
    const last = Math.max(0, this.rows.length - limit)
    let start: number
    let isEstimate = false
    if (at === 'first') start = 0
    else if (at === 'last') start = last
    else if (at === 'after') start = from(behind(place + 1))
    else if (at === 'from') start = from(behind(place))
    else if (at === 'before') start = Math.max(0, from(behind(place)) - limit)
    else {
      isEstimate = this.error > 0 && row > 50
      const real = isEstimate ? Math.round(row + this.error * this.rows.length) : row
      start = real >= this.rows.length ? last : real
    }
    const end = at === 'before' ? from(behind(place)) : Math.min(this.rows.length, start + limit)
    const found = this.rows.slice(start, end)
    return {
      columns: ['id'],
      rows: found.map((id) => ({ row: [String(id)], cells: [String(id)] })),
      has_before: at === 'from' ? null : start > 0,
      has_after: at === 'before' ? null : end < this.rows.length,
      start: found.length === 0 ? null : String(found[0]),
      end: found.length === 0 ? null : String(found.at(-1)),
      place:
        start === 0
          ? { row: 0, is_estimate: false }
          : at === 'row' && row < this.rows.length
            ? { row, is_estimate: isEstimate }
            : null,
      is_served_by_index: true,
      is_stable: true,
      left_out: [],
    }
  }
}

const idsOf = (known: RowWindow) =>
  known.chunks.flatMap(({ lines }) => lines.map(({ row }) => Number(row?.[0])))

/** What holds after every step, for a table that nobody changes. */
function expectRight(known: RowWindow, table: Table) {
  const ids = idsOf(known)
  const start = ids.length === 0 ? 0 : table.rows.indexOf(ids[0]!)
  expect(ids).toEqual(table.rows.slice(start, start + ids.length))
  expect(ids).toHaveLength(known.loaded)
  if (known.chunks.length > 0) {
    if (known.isExact) expect(known.first).toBe(start)
    expect(known.hasBefore || start === 0).toBe(true)
    expect(known.hasAfter || start + ids.length === table.rows.length).toBe(true)
  }
  expectSound(known)
}

/** What holds whatever others do to the table meanwhile. */
function expectSound(known: RowWindow) {
  const visible = known.view.bottom - known.view.top
  expect(known.loaded).toBeLessThanOrEqual(loadedMax(known.limits, visible))
  expect(known.before >= 0 && known.after >= 0).toBe(true)
  expect(known.hasBefore || known.before === 0).toBe(true)
  expect(known.hasAfter || known.after === 0).toBe(true)
  expect(known.hasBefore).toBe(known.before > 0)
  if (known.pending.jump) expect(Object.keys(known.pending)).toEqual(['jump'])
  const keys = windowLines(known).map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  const total = totalOf(known)
  if (total) expect(total.rows).toBeGreaterThanOrEqual(known.first + known.loaded)
}

const linesByKey = (known: RowWindow) =>
  new Map(
    windowLines(known).flatMap(({ key, state }, line) => (state === 'gap' ? [] : [[key, line] as const])),
  )

/** Rows that stay loaded move by as many lines as the screen does, so that nothing moves on it. */
function expectStill(before: RowWindow, after: RowWindow) {
  if (after.jumps !== before.jumps || after.chunks.length === 0) return
  const lines = linesByKey(after)
  const moves = new Set(
    [...linesByKey(before)].flatMap(([key, line]) => {
      const now = lines.get(key)
      return now === undefined ? [] : [now - line]
    }),
  )
  expect(moves.size).toBeLessThanOrEqual(1)
  const [move = 0] = moves
  expect(after.view.top).toBe(Math.max(0, before.view.top + move))
}

/** A user and a server, driven by random numbers. */
class Session {
  known: RowWindow
  readonly table: Table
  readonly below: (limit: number) => number
  readonly visible: number
  /** Nobody else changes the table. */
  readonly isAlone: boolean
  /** Requests that the server has not answered, those that were given up included. */
  open: RowRequest[] = []
  private lastId = 0

  constructor(seed: number, isAlone: boolean) {
    this.isAlone = isAlone
    this.below = randomBelow(seed)
    const { below } = this
    const count = [0, 1, 30, 150, 700, 5000, 40_000][below(7)]!
    this.table = new Table(count, below(2) === 0 ? 0 : (below(200) - 100) / 1000)
    this.visible = 5 + below(60)
    this.known = viewed(emptyWindow(limitsFor([1, 20, 400, 1600][below(4)]!, [100, 500, 1000][below(3)]!)), {
      top: 0,
      bottom: this.visible,
    })
    this.become(jumped(this.known, { at: 'first' }))
  }

  become(next: RowWindow) {
    this.known = next
    for (const request of Object.values(next.pending)) if (request.id > this.lastId) this.open.push(request)
    this.lastId = Math.max(this.lastId, next.lastId)
  }

  scrollTo(top: number) {
    const { before, loaded, after } = this.known
    const at = Math.max(0, Math.min(top, before + loaded + after - this.visible))
    this.become(viewed(this.known, { top: at, bottom: at + this.visible }))
  }

  /** Answers one open request, in any order. */
  answer(mayFail: boolean) {
    if (this.open.length === 0) return
    const [request] = this.open.splice(this.below(this.open.length), 1) as [RowRequest]
    const before = this.known
    const fails = mayFail && this.below(6) === 0
    this.become(
      fails
        ? failedWithError(before, request, new Error('no answer'))
        : arrived(before, request, this.table.answer(request)),
    )
    if (before.pending[request.kind]?.id !== request.id) expect(this.known).toBe(before)
    // Rows that others have deleted cannot stay.
    if (request.kind !== 'jump' || this.isAlone) expectStill(before, this.known)
  }

  step(mayFail: boolean) {
    const { below } = this
    const before = this.known
    const choice = below(20)
    if (choice < 8) this.answer(mayFail)
    else if (choice < 14) this.scrollTo(before.view.top + below(4 * this.visible) - 2 * this.visible)
    else if (choice === 14) this.scrollTo(before.view.top + below(4000) - 2000)
    else if (choice === 15)
      this.become(jumped(before, { at: 'row', row: below(this.table.rows.length + 20) }))
    else if (choice === 16) this.become(jumped(before, { at: below(2) === 0 ? 'first' : 'last' }))
    else if (choice === 17) this.become(reloaded(before))
    else if (choice === 18) this.become(retried(before))
    else {
      const { length } = this.table.rows
      const isEstimate = below(2) === 0
      this.become(counted(before, { rows: isEstimate ? Math.round(length * 1.1) : length, isEstimate }))
    }
  }

  /** Answers everything, until nothing more is wanted. */
  settle() {
    this.scrollTo(this.known.view.top)
    this.become(retried(this.known))
    if (this.known.chunks.length === 0 && !this.known.pending.jump) this.become(reloaded(this.known))
    for (let round = 0; this.open.length > 0; round += 1) {
      expect(round).toBeLessThan(300)
      this.answer(false)
      this.scrollTo(this.known.view.top)
    }
  }
}

describe.each(Array.from({ length: 150 }, (_, seed) => seed + 1))('session %i', (seed) => {
  test('shows the right rows, in place, with bounded memory, whatever arrives when', () => {
    const session = new Session(seed, true)
    for (let step = 0; step < 120; step += 1) {
      session.step(true)
      expectRight(session.known, session.table)
    }
    session.settle()
    expectRight(session.known, session.table)
    const { known } = session
    expect(known.pending).toEqual({})
    // Nothing on the screen is missing.
    const shown = windowLines(known).slice(known.view.top, known.view.bottom)
    expect(shown.filter(({ state }) => state === 'gap')).toEqual([])
    expect(shown.length).toBe(Math.min(session.visible, session.table.rows.length))
  })

  test('stays sound while others add and delete rows', () => {
    const session = new Session(seed, false)
    for (let step = 0; step < 120; step += 1) {
      const { rows } = session.table
      const at = session.below(rows.length + 1)
      if (session.below(4) === 0) rows.splice(at, 1 + session.below(50))
      if (session.below(4) === 0) {
        const [low, high] = [rows[at - 1] ?? -1000, rows[at] ?? (rows.at(-1) ?? 0) + 1000]
        if (high - low > 2) rows.splice(at, 0, low + 1 + session.below(high - low - 1))
      }
      session.step(true)
      expectSound(session.known)
      const ids = idsOf(session.known)
      expect(ids).toEqual(ids.toSorted((one, other) => one - other))
    }
    session.become(reloaded(session.known))
    session.settle()
    const { known, table } = session
    expectSound(known)
    const shown = windowLines(known).slice(known.view.top, known.view.bottom)
    expect(shown.filter(({ state }) => state === 'gap')).toEqual([])
    expect(shown.length).toBe(Math.min(session.visible, table.rows.length))
  })
})

/** A window of a table after one jump. */
function opened(count: number, error = 0) {
  const table = new Table(count, error)
  let known = viewed(emptyWindow(limitsFor(10, 100)), { top: 0, bottom: 30 })
  const run = (change: (known: RowWindow) => RowWindow) => {
    known = change(known)
    for (let round = 0; round < 100; round += 1) {
      const [request] = Object.values(known.pending)
      if (!request) return known
      known = arrived(known, request, table.answer(request))
    }
    throw new Error('endless')
  }
  run((empty) => jumped(empty, { at: 'first' }))
  return { run, now: () => known }
}

test('a row keeps its number and its line both ways', () => {
  const { run } = opened(40_000)
  const known = run((open) => jumped(open, { at: 'row', row: 20_000 }))
  expect(rowAt(known, known.target)).toBe(20_000)
  expect(lineOf(known, 20_000)).toBe(known.target)
  expect(lineOf(known, 20_500)).toBe(known.target + 500)
  expect(lineOf(known, 35_000)).toBeUndefined()
})

test('an estimated place becomes exact at an end of the table', () => {
  const { run, now } = opened(40_000, 0.05)
  run((open) => counted(open, { rows: 40_000, isEstimate: false }))
  run((open) => jumped(open, { at: 'row', row: 20_000 }))
  expect([now().isExact, now().first]).toEqual([false, expect.any(Number)])
  run((open) => jumped(open, { at: 'last' }))
  expect([now().isExact, now().first + now().loaded]).toEqual([true, 40_000])
  run((open) => jumped(open, { at: 'first' }))
  expect([now().isExact, now().first]).toEqual([true, 0])
})

test('a jump near the end goes to the end, which needs no statistics', () => {
  const { run, now } = opened(40_000, 0.05)
  run((open) => counted(open, { rows: 40_000, isEstimate: true }))
  expect(jumped(now(), { at: 'row', row: 39_990 }).pending.jump).toMatchObject({ at: 'last' })
  expect(jumped(now(), { at: 'row', row: 0 }).pending.jump).toMatchObject({ at: 'first' })
})

test('a later window goes on at the same row', () => {
  const { run, now } = opened(40_000)
  run((open) => jumped(open, { at: 'row', row: 20_000 }))
  run((open) => viewed(open, { top: open.view.top + 250, bottom: open.view.bottom + 250 }))
  const place = placeOf(now())!
  const line = windowLines(now())[now().view.top]
  const other = opened(40_000)
  const back = other.run((open) => returned(open, place))
  expect(windowLines(back)[back.target]).toEqual(line)
  expect(rowAt(back, back.target)).toBe(20_250)
  expect(placeOf(opened(40_000).now())).toBeUndefined()
})

test.each([
  [1, { chunk: 100, most: 1000, kept: 5000 }],
  [200, { chunk: 100, most: 1000, kept: 2500 }],
  [1600, { chunk: 78, most: 156, kept: 312 }],
])('with %i columns the window is bounded', (columns, limits) => {
  expect(limitsFor(columns, 100)).toEqual(limits)
})
