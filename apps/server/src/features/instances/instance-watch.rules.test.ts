import { expect, test } from 'vitest'
import { probeWay } from './instance-watch.rules.ts'

test.each([
  { sinceLogin: Number.POSITIVE_INFINITY, unanswered: 0, way: 'login' },
  { sinceLogin: 0, unanswered: 0, way: 'kept session' },
  { sinceLogin: 1, unanswered: 0, way: 'kept session' },
  { sinceLogin: 2, unanswered: 0, way: 'login' },
  { sinceLogin: 0, unanswered: 1, way: 'login' },
])(
  'a database is queried by a $way after $sinceLogin without a login and $unanswered failures',
  ({ sinceLogin, unanswered, way }) => {
    expect(probeWay(sinceLogin, unanswered)).toBe(way)
  },
)
