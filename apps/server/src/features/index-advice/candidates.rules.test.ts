import { indexableColumns } from '@basalt/sql/analysis/indexable-columns.ts'
import { loadParser } from '@basalt/sql/parser/postgres-parser.ts'
import { expect, test } from 'vitest'
import { indexCandidates, type KnownTable, SMALL_TABLE_ROWS } from './candidates.rules.ts'

const parse = await loadParser()
const orders: KnownTable = {
  schema: 'shop',
  name: 'orders',
  alias: 'orders',
  rows: 100_000,
  columns: ['id', 'customer', 'state', 'placed'],
  indexes: [['id']],
}
const lines: KnownTable = {
  ...orders,
  name: 'lines',
  alias: 'lines',
  rows: 900_000,
  columns: ['id', 'order_id', 'amount'],
}
const candidates = (sql: string, tables: readonly KnownTable[] = [orders]) =>
  indexCandidates(indexableColumns(parse(sql)[0]!.node), tables).map(
    ({ table, columns }) =>
      `${table} ${columns.map(({ name, is_descending }) => (is_descending ? `${name} desc` : name)).join(', ')}`,
  )

test.each([
  ['select * from orders where customer = $1', ['orders customer']],
  ['select * from orders where placed > $1 and state = $2', ['orders state, placed', 'orders state']],
  [
    'select * from orders where customer = $1 order by placed desc limit 10',
    ['orders customer, placed desc', 'orders customer'],
  ],
  [
    'select * from orders where customer = $1 and state = $2',
    ['orders customer, state', 'orders customer', 'orders state'],
  ],
  ['select * from orders where id = $1', []],
  ['select * from orders where id = $1 order by id', []],
  ['select * from orders where lower(state) = $1', []],
  ['select count(*) from orders', []],
])('%s could be served by %j', (sql, expected) => {
  expect(candidates(sql)).toEqual(expected)
})

test('the table of a column is the one that has it, and large tables come first', () => {
  expect(
    candidates('select * from orders join lines on lines.order_id = orders.id where customer = $1', [
      orders,
      lines,
    ]),
  ).toEqual(['lines order_id', 'orders id, customer', 'orders customer'])
  expect(candidates('select * from orders, lines where id = $1', [orders, lines])).toEqual([])
})

test('small tables, and indexes that are there, are left out', () => {
  const sql = 'select * from orders where customer = $1'
  expect(candidates(sql, [{ ...orders, rows: SMALL_TABLE_ROWS - 1 }])).toEqual([])
  expect(candidates(sql, [{ ...orders, indexes: [['customer', 'placed']] }])).toEqual([])
  expect(candidates(sql, [{ ...orders, indexes: [['placed', 'customer']] }])).toEqual(['orders customer'])
})
