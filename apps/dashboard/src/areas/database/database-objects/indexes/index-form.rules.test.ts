import { expect, test } from 'vitest'
import { draftOf, emptyForm, formOf, newKey, parametersOf, proposedName } from './index-form.rules.ts'

const key = {
  column: 'name',
  expression: null,
  is_descending: true,
  is_nulls_first: true,
  operator_class: null,
  collation: { schema: 'pg_catalog', name: 'C' },
}
const draft = {
  schema: 'shop',
  table: 'shirts',
  name: 'by_name',
  comment: 'for the search',
  method: 'btree',
  is_unique: true,
  nulls_not_distinct: true,
  keys: [key],
  include: ['price'],
  where: '(price > 1)',
  parameters: [{ name: 'fillfactor', value: '70' }],
  concurrently: true,
}

test('a form without edits is the index, and a copy has another name', () => {
  expect(draftOf(formOf(draft, false))).toEqual(draft)
  expect(draftOf(formOf(draft, true))).toEqual({ ...draft, name: 'by_name_copy' })
})

test.each([
  ['shirts', [{ column: 'name' }, { column: 'price' }], 'shirts_name_price_idx'],
  ['shirts', [{ column: null, expression: 'lower(name)' }], 'shirts_expr_idx'],
  ['shirts', [{}], ''],
  ['', [{ column: 'name' }], ''],
  ['🐘'.repeat(20), [{ column: 'n' }], `${'🐘'.repeat(14)}_idx`],
])('the name for %s %j is %s until another is typed', (table, keys, name) => {
  const form = { ...emptyForm('shop', table), keys: keys.map(newKey) }
  expect(proposedName(form)).toBe(name)
  expect(draftOf(form).name).toBe(name)
  expect(draftOf({ ...form, isNamed: true, name: 'mine' }).name).toBe('mine')
})

test('NULLs are compared only in a unique index', () => {
  expect(draftOf({ ...formOf(draft, false), is_unique: false }).nulls_not_distinct).toBe(false)
})

test('parameters are lines of names and values', () => {
  expect(parametersOf('fillfactor = 70\n\n buffering=on \nodd')).toEqual([
    { name: 'fillfactor', value: '70' },
    { name: 'buffering', value: 'on' },
    { name: 'odd', value: '' },
  ])
})
