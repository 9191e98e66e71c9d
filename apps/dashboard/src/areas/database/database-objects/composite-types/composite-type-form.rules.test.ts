import { expect, test } from 'vitest'
import { canMoveUp, draftOf, formOf, newAttribute } from './composite-type-form.rules.ts'

const address = {
  schema: 'shop',
  name: 'address',
  comment: null,
  attributes: [
    { was: 'street', name: 'street', type: 'text', collation: 'pg_catalog."C"' },
    { was: 'number', name: 'number', type: 'integer', collation: null },
  ],
}

test('a form without edits is the type, and a copy has new attributes under another name', () => {
  expect(draftOf(formOf(address, false))).toEqual(address)
  expect(draftOf(formOf(address, true))).toEqual({
    ...address,
    name: 'address_copy',
    attributes: address.attributes.map((attribute) => ({ ...attribute, was: null })),
  })
})

test('only new attributes move, among each other', () => {
  const attributes = [...formOf(address, false).attributes, newAttribute(), newAttribute()]
  expect(attributes.map((_, index) => canMoveUp(attributes, index))).toEqual([false, false, false, true])
})
