import { expect, test } from 'vitest'
import {
  draftOf,
  type EnumeratedTypeForm,
  formOf,
  moveValue,
  pasteLines,
} from './enumerated-type-form.rules.ts'

const size = {
  schema: 'shop',
  name: 'size',
  comment: null,
  values: ['s', 'm'].map((value) => ({ was: value, value })),
}
const valuesOf = ({ values }: EnumeratedTypeForm) => values.map(({ value }) => value)
const added: EnumeratedTypeForm = {
  ...formOf(size, false),
  values: [...formOf(size, false).values, { key: 'new', was: null, value: 'l' }],
}

test('a form without edits is the type, and a copy has new values under another name', () => {
  expect(draftOf(formOf(size, false))).toEqual(size)
  expect(draftOf(formOf(size, true))).toEqual({
    ...size,
    name: 'size_copy',
    values: ['s', 'm'].map((value) => ({ was: null, value })),
  })
})

test.each([
  [2, 0, ['l', 's', 'm']],
  [2, 1, ['s', 'l', 'm']],
  [2, 3, ['s', 'm', 'l']],
  [0, 1, ['s', 'm', 'l']],
])('value %i moved to %i', (from, to, expected) => {
  expect(valuesOf(moveValue(added, from, to))).toEqual(expected)
})

test('pasted lines become values, and blank ones are left out', () => {
  const pasted = pasteLines(added, 2, 'l\r\n\nxl\nxxl\n')
  expect(valuesOf(pasted)).toEqual(['s', 'm', 'l', 'xl', 'xxl'])
  expect(new Set(pasted.values.map(({ key }) => key)).size).toBe(5)
})
