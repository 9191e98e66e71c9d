import { expect, test } from 'vitest'
import { FIRST_PAGE, LAST_PAGE, nextPage, pageName, previousPage } from './page-position.rules.ts'

const middle = { start: 'a', end: 'b', has_before: true, has_after: true }
const first = { ...middle, has_before: false }
const last = { ...middle, has_after: false }

test('pages are counted from the first one', () => {
  expect(pageName(FIRST_PAGE, first)).toBe('Page 1')
  const second = nextPage(FIRST_PAGE, first)!
  expect(second).toMatchObject({ at: 'after', cursor: 'b' })
  expect(pageName(second, middle)).toBe('Page 2')
  const back = previousPage(second, middle)!
  expect(back).toMatchObject({ at: 'before', cursor: 'a' })
  expect(pageName(back, first)).toBe('Page 1')
})

test('pages before the last one are counted from there, because the number of pages is not known', () => {
  expect(pageName(LAST_PAGE, last)).toBe('Last page')
  const before = previousPage(LAST_PAGE, last)!
  expect(pageName(before, middle)).toBe('Page before the last')
  expect(pageName(previousPage(before, middle)!, middle)).toBe('2 pages before the last')
  expect(pageName(nextPage(before, middle)!, last)).toBe('Last page')
})

test('there is nothing after the last page, before the first one, or around no rows', () => {
  const empty = { start: null, end: null, has_before: false, has_after: false }
  expect(nextPage(FIRST_PAGE, last)).toBeUndefined()
  expect(previousPage(FIRST_PAGE, first)).toBeUndefined()
  expect(nextPage(FIRST_PAGE, empty)).toBeUndefined()
  expect(previousPage(LAST_PAGE, empty)).toBeUndefined()
})

test('the end wins over a number that others have made wrong', () => {
  expect(pageName({ at: 'before', cursor: 'a', countedFrom: 'first', steps: 3 }, first)).toBe('Page 1')
  expect(pageName({ at: 'before', cursor: 'a', countedFrom: 'first', steps: 0 }, middle)).toBe('Page 2')
})
