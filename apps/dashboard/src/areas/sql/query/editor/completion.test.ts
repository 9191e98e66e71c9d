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

/** What is offered at the cursor, as it would be written, best first as far as boosts say. */
function offered(marked: string, known: CatalogueIndex | undefined = index): string[] {
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
])('at %j is offered %j', (marked, names) => {
  expect(offered(marked)).toEqual(names)
})

test('columns of the statement come before tables, functions and key words', () => {
  const names = offered('select t| from orders').slice(0, 3)
  expect(names.slice(0, 2)).toEqual(['id', 'total'])
  expect(offered('select t| from orders')).toEqual(expect.arrayContaining(['total_of', 'table', 'to_char']))
})

test('nothing is offered where nothing is written, and key words without a catalogue', () => {
  expect(offered('select |')).toEqual([])
  expect(offered('sel|', undefined)).toContain('select')
})

test.each([
  ['select na|me from users', ['public.users.name text']],
  ['select o.to|tal from orders o', ['public.orders.total numeric']],
  ['select * from ord|ers', ['public.orders', '  id integer', '  total numeric']],
  ['select total|_of(1)', ['public.total_of(id integer) numeric']],
  ['select shop.re|stock()', ['shop.restock() void']],
  ['select noth|ing', undefined],
])('at %j the pointer tells %j', (marked, lines) => {
  const at = marked.indexOf('|')
  expect(describeName(index, marked.replace('|', ''), at)).toEqual(lines)
})

test('a function is harmless only when all of its name are', () => {
  expect(index.isHarmless('total_of')).toBe(true)
  expect(index.isHarmless('restock')).toBe(false)
  expect(index.isHarmless('nowhere')).toBe(false)
})

test('ten thousand tables offer no more than anyone reads', () => {
  const relations = Array.from({ length: 10_000 }, (_, n) => ({
    schema: 'public',
    name: `table_${n}`,
    kind: 'r' as const,
    columns: [['id', 'integer']] as [string, string][],
  }))
  const large = new CatalogueIndex({ relations, functions: [] })
  expect(offered('select * from table|', large)).toHaveLength(200)
  expect(offered('select * from table_9999|', large)).toEqual(['table_9999'])
})
