import { expect, test } from 'vitest'
import { DataApiForm } from './data-api-form.schema.ts'
import { putFirst, schemaOptions, withChoice } from './schema-choice.rules.ts'

const schemas = [
  { name: 'public', is_exposable: true, is_searchable: true },
  { name: 'extensions', is_exposable: false, is_searchable: true },
]

test('a selected schema that was dropped can be deselected', () => {
  expect(schemaOptions(schemas, 'is_exposable', ['public', 'shop'])).toEqual([
    { name: 'shop', isGone: true },
    { name: 'public', isGone: false },
  ])
  expect(schemaOptions(schemas, 'is_searchable', []).map(({ name }) => name)).toEqual([
    'public',
    'extensions',
  ])
})

test('selecting appends and keeps the order', () => {
  expect(withChoice(['a', 'b'], 'c', true)).toEqual(['a', 'b', 'c'])
  expect(withChoice(['a', 'b'], 'a', false)).toEqual(['b'])
  expect(putFirst(['a', 'b', 'c'], 'c')).toEqual(['c', 'a', 'b'])
})

test.each([
  [{}, { max_rows: 1000, db_pool: null }],
  [
    { max_rows: ' 5 ', db_pool: '20' },
    { max_rows: 5, db_pool: 20 },
  ],
])('typed values are parsed (%#)', (typed, values) => {
  const fields = { db_schemas: ['public'], db_extra_search_path: [], max_rows: '1000', db_pool: '', ...typed }
  expect(DataApiForm.parse(fields)).toMatchObject(values)
})

test.each(['', 'many', '1.5', '0', '1e9'])('"%s" is not a valid row limit', (max_rows) => {
  const fields = { db_schemas: ['public'], db_extra_search_path: [], max_rows, db_pool: '' }
  expect(DataApiForm.safeParse(fields).error?.issues[0]?.message).toContain('between 1 and 1,000,000')
})
