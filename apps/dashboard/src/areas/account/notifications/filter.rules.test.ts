import { expect, test } from 'vitest'
import {
  appliedCount,
  appliedLabel,
  filterFor,
  isTicked,
  NO_FILTER,
  requestOf,
  toggled,
} from './filter.rules.ts'

const unread = toggled(NO_FILTER, 'status', 'new')
const many = toggled(
  toggled(toggled(unread, 'priority', 'Critical'), 'priority', 'Warning'),
  'org_slug',
  'acme',
)

test.each([
  ['inbox', NO_FILTER, { status: 'new,seen' }],
  ['inbox', unread, { status: 'new' }],
  ['archived', NO_FILTER, { status: 'archived' }],
  ['archived', unread, { status: 'archived' }],
  ['inbox', many, { status: 'new', priority: 'Critical,Warning', org_slug: 'acme' }],
  ['archived', toggled(NO_FILTER, 'project_ref', 'abc'), { status: 'archived', project_ref: 'abc' }],
] as const)(
  'the %s with a filter requests the ticked values, comma-separated, and omits empty groups',
  (tab, filter, request) => {
    expect(requestOf(tab, filter)).toEqual(request)
  },
)

test('ticking twice unticks', () => {
  expect(isTicked(unread, 'status', 'new')).toBe(true)
  expect(toggled(unread, 'status', 'new')).toEqual(NO_FILTER)
})

test('the number of applied filters is the sum over the groups', () => {
  expect([NO_FILTER, unread, many].map(appliedCount)).toEqual([0, 1, 4])
  expect([unread, many].map(appliedLabel)).toEqual(['1 filter applied', '4 filters applied'])
})

test('going to the archive drops the unread filter and keeps the others', () => {
  expect(filterFor('archived', many)).toEqual({ ...many, status: [] })
  expect(filterFor('inbox', many)).toEqual(many)
})
