import { expect, test } from 'vitest'
import { canName, editOf, fieldsOf, sqlOf } from './subscription-form.schema.ts'

const shop = { name: 'shop', publications: ['orders', 'Größe'], is_enabled: true }

test('a duplicate has another name and the same publications, and asks for the connection string again', () => {
  expect(fieldsOf({ kind: 'duplicate', subscription: shop })).toEqual({
    name: 'shop_copy',
    connection_string: '',
    publications: 'orders, Größe',
    copies_rows: true,
  })
})

test.each([
  ['nothing', 'Größe, orders', '', undefined, []],
  [
    'the publications',
    'orders',
    '',
    { action: 'edit', publications: ['orders'] },
    ['alter subscription "shop" set publication "orders"'],
  ],
  [
    'the connection string',
    'orders, Größe',
    ' postgresql://a:b@c/d ',
    { action: 'edit', connection_string: 'postgresql://a:b@c/d' },
    [`alter subscription "shop" connection '…'`],
  ],
])('an edit of %s runs its SQL', (_what, publications, connection_string, edit, statements) => {
  const names = publications.split(', ')
  expect(editOf(shop, { publications: names, connection_string })).toEqual(edit)
  const fields = { ...fieldsOf({ kind: 'edit', subscription: shop }), publications, connection_string }
  expect(sqlOf(fields, shop)).toEqual(statements)
})

test('tables of a disabled subscription are taken up later', () => {
  const fields = { ...fieldsOf({ kind: 'edit', subscription: shop }), publications: 'late' }
  expect(sqlOf(fields, { ...shop, is_enabled: false })).toEqual([
    'alter subscription "shop" set publication "late" with (refresh = false)',
  ])
})

test.each([
  [['orders', 'Größe "x"'], true],
  [['a,b'], false],
  [[' a'], false],
])('the form can name %j: %s', (publications, can) => {
  expect(canName(publications)).toBe(can)
})
