import { expect, test } from 'vitest'
import { fuzzyScore, fuzzySearch } from './fuzzy.rules.ts'

test.each([
  ['select * from orders', 'orders'],
  ['select * from orders', 'ORD sel'],
  ['select * from orders', 'slct ordrs'],
  ['select * from order_items', 'oitems'],
  ['select 1', ''],
])('%j matches %j', (text, typed) => {
  expect(fuzzyScore(text, typed)).toBeDefined()
})

test.each([
  ['select * from orders', 'users'],
  ['select * from orders', 'orders where'],
  ['select a_very_long_name from orders where something = 1', 'sthg99'],
  // It has all the letters in order, but far apart.
  ['select account, balance, city from people', 'abcp'],
])('%j does not match %j', (text, typed) => {
  expect(fuzzyScore(text, typed)).toBeUndefined()
})

const run = (sql: string, started_by = 'ann@example.com') => ({ sql, started_by })

test('the best match comes first, the latest of equals before others, and each text once', () => {
  const entries = [
    run('select * from reorders'),
    run('drop table old_rds'),
    run('select * from orders'),
    run('update orders set a = 1'),
    run('select * from orders', 'bob@example.com'),
  ]
  expect(fuzzySearch(entries, 'orders').map(({ sql }) => sql)).toEqual([
    'select * from orders',
    'update orders set a = 1',
    'select * from reorders',
  ])
  expect(fuzzySearch(entries, 'ann').length).toBe(4)
})

test('a long history is searched quickly', () => {
  const text = `insert into t values ${'(a, b, c), '.repeat(1800)}`
  expect(
    fuzzySearch(
      Array.from({ length: 200 }, (_, index) => run(`${text}${index}`)),
      'azz',
    ),
  ).toEqual([])
})
