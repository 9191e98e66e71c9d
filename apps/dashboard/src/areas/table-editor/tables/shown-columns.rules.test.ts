import { expect, test } from 'vitest'
import { SHOWN_COLUMNS_MAX, shownColumns } from './shown-columns.rules.ts'
import { newColumn } from './table-form.rules.ts'

const columns = (count: number) =>
  Array.from({ length: count }, (_, index) => newColumn({ name: `c${index}` }))

test('a short list is displayed whole, whatever the search says', () => {
  expect(shownColumns(columns(SHOWN_COLUMNS_MAX), 'nothing', new Map()).size).toBe(SHOWN_COLUMNS_MAX)
})

test('of a long list, those that match are displayed, up to a limit', () => {
  const many = columns(1600)
  expect(shownColumns(many, '', new Map()).size).toBe(SHOWN_COLUMNS_MAX)
  expect(shownColumns(many, 'C1599', new Map())).toEqual(new Set([many[1599]!.key]))
})

test('a new column and one that is wrong are displayed beside the matches', () => {
  const many = [...columns(1600), newColumn()]
  const shown = shownColumns(many, 'c1599', new Map([['columns.7.type', 'No']]))
  expect(shown).toEqual(new Set([many[1599], many[7], many[1600]].map((column) => column!.key)))
})
