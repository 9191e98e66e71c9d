import { expect, test } from 'vitest'
import { loadParser } from '../parser/postgres-parser.ts'
import { indexableColumns } from './indexable-columns.ts'

const parse = await loadParser()
const read = (sql: string) => indexableColumns(parse(sql)[0]!.node)
const usesOf = (sql: string) =>
  read(sql).uses.map(({ qualifier, column, use }) => `${qualifier ? `${qualifier}.` : ''}${column} ${use}`)

test.each([
  ['select * from orders where customer = $1 and placed > $2', ['customer equal', 'placed range']],
  ['select * from orders where $1 = customer', ['customer equal']],
  ['select * from orders o where o.state in ($1, $2)', ['o.state equal']],
  ['select * from orders where id = any($1::int[])', ['id equal']],
  ['select * from orders where placed between $1 and $2', ['placed range']],
  ['select * from orders where name like $1', ['name range']],
  ['select * from orders order by placed desc, id limit $1', ['placed sort_descending', 'id sort']],
  ['select * from a join b on a.id = b.a_id', ['a.id equal', 'b.a_id equal']],
  ['update orders set state = $1 where customer = $2', ['customer equal']],
  ['delete from orders where placed < now()', ['placed range']],
  ['select * from orders where lower(name) = $1 or total <> $2', []],
  ['select 1', []],
])('%s', (sql, uses) => {
  expect(usesOf(sql).sort()).toEqual([...uses].sort())
})

test('tables are known by their aliases, also those of subqueries and of writes', () => {
  expect(
    read('select * from shop.orders o where exists (select from lines where lines.order_id = o.id)').tables,
  ).toEqual(
    expect.arrayContaining([
      { schema: 'shop', name: 'orders', alias: 'o' },
      { schema: undefined, name: 'lines', alias: 'lines' },
    ]),
  )
  expect(read('update only shop.orders set a = 1').tables).toMatchObject([{ schema: 'shop', name: 'orders' }])
})

test('placeholders are known by the columns that they are compared with', () => {
  const { compared, limits } = read(
    'select * from orders o where o.customer = $1::int and placed between $2 and $3 limit $4 offset $5',
  )
  expect([...compared]).toEqual([
    [1, { qualifier: 'o', column: 'customer' }],
    [2, { qualifier: undefined, column: 'placed' }],
    [3, { qualifier: undefined, column: 'placed' }],
  ])
  expect(limits).toEqual({ limit: [4], offset: [5] })
})
