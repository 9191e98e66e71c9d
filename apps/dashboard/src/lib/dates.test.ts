import { expect, test } from 'vitest'
import { dayAndTime, dayOf, exactTime } from './dates.ts'

test("times look the same on all pages, whatever the browser's language", () => {
  const time = new Date(2026, 10, 22, 9, 48, 5)
  expect(exactTime(time)).toBe('22 Nov 2026, 09:48:05')
  expect(dayAndTime(time.toISOString())).toBe('22 Nov 2026, 09:48')
  expect(dayOf(time.getTime())).toBe('22 Nov 2026')
})
