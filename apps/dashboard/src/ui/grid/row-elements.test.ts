import { expect, test } from 'vitest'
import { GRID_ROW_HEIGHT } from './data-grid.rules.ts'
import { JUMP_ROWS, RowElements } from './row-elements.ts'

const VISIBLE = 20
const keysFrom = (elements: RowElements, first: number) =>
  Array.from({ length: VISIBLE }, (_, index) => elements.keyOf(first + index))
const scroll = (elements: RowElements, first: number) => elements.scrolledTo(first * GRID_ROW_HEIGHT)

test('rows keep their elements during slow scrolling', () => {
  const elements = new RowElements()
  const before = keysFrom(elements, 0)
  scroll(elements, JUMP_ROWS - 1)
  expect(keysFrom(elements, JUMP_ROWS - 1).slice(0, -JUMP_ROWS + 1)).toEqual(before.slice(JUMP_ROWS - 1))
})

test('a jump reuses the elements for other rows', () => {
  const elements = new RowElements()
  const before = keysFrom(elements, 0)
  scroll(elements, 5000)
  expect(keysFrom(elements, 5000)).toEqual(before)
  scroll(elements, 5002)
  scroll(elements, 40)
  expect(new Set([...keysFrom(elements, 40), ...before]).size).toBeLessThanOrEqual(VISIBLE + 2)
})

test('the active row keeps its element during any scrolling, also when another becomes active', () => {
  const elements = new RowElements()
  const key = elements.keyOf(7)
  elements.activate(7)
  for (const first of [5000, 3, 900, 902]) {
    scroll(elements, first)
    expect(elements.keyOf(7)).toBe(key)
  }
  const next = elements.keyOf(905)
  elements.activate(905)
  expect(elements.keyOf(905)).toBe(next)
})

test('no two rows ever have the same element', () => {
  const elements = new RowElements()
  // A pseudo-random sequence of jumps, steps and changes of the active row.
  let state = 1
  const next = (below: number) => {
    state = (state * 48271) % 2147483647
    return state % below
  }
  let first = 0
  for (let count = 0; count < 2000; count += 1) {
    first = next(3) === 0 ? next(100_000) : Math.max(0, first + next(9) - 4)
    scroll(elements, first)
    if (next(5) === 0) elements.activate(next(4) === 0 ? undefined : first + next(VISIBLE))
    const rows = new Set([...Array.from({ length: VISIBLE }, (_, index) => first + index), next(100_000)])
    expect(new Set([...rows].map((row) => elements.keyOf(row))).size).toBe(rows.size)
  }
})
