import type { SchemaCatalogue } from '@basalt/contract/query/catalogue.schema.ts'
import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { CatalogueIndex } from './catalogue-index.ts'
import { completeSql } from './completion.ts'
import { describeName } from './hover.ts'

const catalogue: SchemaCatalogue = {
  relations: [
    {
      schema: 'public',
      name: 'users',
      kind: 'r',
      columns: [
        ['id', 'integer'],
        ['name', 'text'],
        ['Full name', 'text'],
      ],
    },
    {
      schema: 'public',
      name: 'orders',
      kind: 'r',
      columns: [
        ['id', 'integer'],
        ['total', 'numeric'],
      ],
    },
    { schema: 'shop', name: 'Items', kind: 'v', columns: [['sku', 'text']] },
    { schema: 'pg_catalog', name: 'pg_class', kind: 'r', columns: [['oid', 'oid']] },
  ],
  functions: [
    { schema: 'public', name: 'total_of', arguments: 'id integer', returns: 'numeric', volatility: 's' },
    { schema: 'shop', name: 'restock', arguments: '', returns: 'void', volatility: 'v' },
  ],
}
const index = new CatalogueIndex(catalogue)

/** The suggestions at the cursor as inserted text, ordered by boost. */
function suggestions(marked: string, known: CatalogueIndex | undefined = index): string[] {
  const pos = marked.indexOf('|')
  const state = EditorState.create({ doc: marked.replace('|', '') })
  const options = completeSql(known)(new CompletionContext(state, pos, false))?.options ?? []
  return [...options]
    .sort((a, b) => (b.boost ?? 0) - (a.boost ?? 0))
    .map(({ apply, label }) => String(apply ?? label))
}

test.each([
  ['select u.| from users u', ['id', 'name', '"Full name"']],
  ['select u.na| from users as u join orders o on true', ['id', 'name', '"Full name"']],
  ['select o.|; select 1 from users u', []],
  ['select * from users u where u.id = 1 and exists (select from orders o where o.|)', ['id', 'total']],
  ['select * from shop.|', ['"Items"', 'restock']],
  ['select * from shop."Items" i where i.|', ['sku']],
  ['select public.users.|', ['id', 'name', '"Full name"']],
  ['select * from us|', ['users']],
  ['insert into ord|', ['orders']],
  ['select * from it|', ['shop."Items"']],
  ['select * from sho|', ['shop']],
])('at %j the suggestions are %j', (marked, names) => {
  expect(suggestions(marked)).toEqual(names)
})

test('columns of the statement come before tables, functions and keywords', () => {
  const names = suggestions('select t| from orders').slice(0, 3)
  expect(names.slice(0, 2)).toEqual(['id', 'total'])
  expect(suggestions('select t| from orders')).toEqual(
    expect.arrayContaining(['total_of', 'table', 'to_char']),
  )
})

test('nothing is suggested for a blank prefix, and keywords need no catalogue', () => {
  expect(suggestions('select |')).toEqual([])
  expect(suggestions('sel|', undefined)).toContain('select')
})

test.each([
  ['select na|me from users', ['public.users.name text']],
  ['select o.to|tal from orders o', ['public.orders.total numeric']],
  ['select * from ord|ers', ['public.orders', '  id integer', '  total numeric']],
  ['select total|_of(1)', ['public.total_of(id integer) numeric']],
  ['select shop.re|stock()', ['shop.restock() void']],
  ['select noth|ing', undefined],
])('hovering at %j shows %j', (marked, lines) => {
  const at = marked.indexOf('|')
  expect(describeName(index, marked.replace('|', ''), at)).toEqual(lines)
})

test('a function is harmless only when all overloads are', () => {
  expect(index.isHarmless('total_of')).toBe(true)
  expect(index.isHarmless('restock')).toBe(false)
  expect(index.isHarmless('nowhere')).toBe(false)
})

test('suggestions are limited with ten thousand tables', () => {
  const relations = Array.from({ length: 10_000 }, (_, n) => ({
    schema: 'public',
    name: `table_${n}`,
    kind: 'r' as const,
    columns: [['id', 'integer']] as [string, string][],
  }))
  const large = new CatalogueIndex({ relations, functions: [] })
  expect(suggestions('select * from table|', large)).toHaveLength(200)
  expect(suggestions('select * from table_9999|', large)).toEqual(['table_9999'])
})
