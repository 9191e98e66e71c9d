import { expect, test } from 'vitest'
import { auditSearch, filterOf, isFiltered, requestOf } from './audit-filter.rules.ts'

test('invalid search params are dropped', () => {
  expect(
    auditSearch.parse({
      user: 'me',
      project: 7,
      action: ['a'],
      result: 'lucky',
      from: '2026-02-30',
      to: 'now',
    }),
  ).toEqual({})
  const search = { result: 'refused', from: '2026-02-28', action: 'updateProject', entry: '7' }
  expect(auditSearch.parse(search)).toEqual(search)
})

test('an open entry is not a filter', () => {
  expect(isFiltered(filterOf({ entry: '7' }))).toBe(false)
  expect(isFiltered(filterOf({ entry: '7', result: 'failed' }))).toBe(true)
})

test('days are whole days in the local time zone', () => {
  const { from, to } = requestOf({ from: '2026-03-01', to: '2026-03-01' })
  expect(new Date(from!)).toEqual(new Date(2026, 2, 1))
  expect(new Date(to!)).toEqual(new Date(2026, 2, 1, 23, 59, 59, 999))
})

test('unset filters are not sent', () => {
  expect(requestOf({})).toEqual({})
  expect(requestOf({ result: 'failed', project: 'default' })).toEqual({
    result: 'failed',
    project: 'default',
  })
})
