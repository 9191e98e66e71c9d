import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { REST_MS, VERTICAL, VerticalScroll } from './vertical-scroll.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('frozen cells stick at rest and sideways, and not while rows pass with the first columns in view', () => {
  const grid = document.createElement('div')
  const scroll = new VerticalScroll()
  const scrolledTo = (top: number, left: number) => {
    Object.assign(grid, { scrollTop: top, scrollLeft: left })
    scroll.look(grid)
    return grid.hasAttribute(VERTICAL)
  }
  expect(scrolledTo(0, 0)).toBe(false)
  expect(scrolledTo(100, 0)).toBe(true)
  vi.advanceTimersByTime(REST_MS - 1)
  expect(scrolledTo(200, 0)).toBe(true)
  vi.advanceTimersByTime(REST_MS - 1)
  expect(grid.hasAttribute(VERTICAL)).toBe(true)
  vi.advanceTimersByTime(1)
  expect(grid.hasAttribute(VERTICAL)).toBe(false)
  expect(scrolledTo(300, 0)).toBe(true)
  expect(scrolledTo(400, 5)).toBe(false)
  expect(scrolledTo(500, 5)).toBe(false)
  expect(scrolledTo(500, 0)).toBe(false)
})
