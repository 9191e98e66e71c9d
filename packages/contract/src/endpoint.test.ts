import { expect, test } from 'vitest'
import { z } from 'zod'
import { queryList } from './endpoint.ts'

const List = queryList(z.enum(['new', 'seen']))

test.each([
  ['new', ['new']],
  ['new,seen', ['new', 'seen']],
  [
    ['new', 'seen'],
    ['new', 'seen'],
  ],
  [
    ['new,seen', 'new'],
    ['new', 'seen', 'new'],
  ],
])('a list parameter given as %j is read as %j', (given, read) => {
  expect(List.parse(given)).toEqual(read)
})

test('a list parameter with an unknown value is refused', () => {
  expect(List.safeParse('new,old').success).toBe(false)
})

test('an omitted optional list parameter stays undefined', () => {
  expect(z.object({ status: List.optional() }).parse({})).toEqual({ status: undefined })
})
