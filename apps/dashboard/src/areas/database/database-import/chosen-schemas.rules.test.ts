import { expect, test } from 'vitest'
import { chosenFor } from './chosen-schemas.rules.ts'

test.each([
  ['a copy takes users as well', 'copy', ['auth', 'shop']],
  ['following leaves users out', 'follow', ['shop']],
] as const)('%s', (_title, kind, taken) => {
  expect([...chosenFor(kind, new Set(['auth', 'shop']))]).toEqual(taken)
})
