import { expect, test } from 'vitest'
import { DataApiForm } from './data-api-form.schema.ts'
import { putFirst, schemaOptions, withChoice } from './schema-choice.rules.ts'

const schemas = [
  { name: 'public', is_exposable: true, is_searchable: true },
  { name: 'extensions', is_exposable: false, is_searchable: true },
]

test('what was chosen and has gone since is offered to be taken out', () => {
  expect(schemaOptions(schemas, 'is_exposable', ['public', 'shop'])).toEqual([
    { name: 'shop', isGone: true },
    { name: 'public', isGone: false },
  ])
  expect(schemaOptions(schemas, 'is_searchable', []).map(({ name }) => name)).toEqual([
    'public',
    'extensions',
  ])
})

test('choosing adds at the end, and the order is kept', () => {
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
])('what is typed becomes %#', (typed, values) => {
  const fields = { db_schemas: ['public'], db_extra_search_path: [], max_rows: '1000', db_pool: '', ...typed }
  expect(DataApiForm.parse(fields)).toMatchObject(values)
})

test.each(['', 'many', '1.5', '0', '1e9'])('"%s" is no limit of rows', (max_rows) => {
  const fields = { db_schemas: ['public'], db_extra_search_path: [], max_rows, db_pool: '' }
  expect(DataApiForm.safeParse(fields).error?.issues[0]?.message).toContain('between 1 and 1,000,000')
})
