import { expect, test } from 'vitest'
import { draftOf, emptyForm, formOf, withTable } from './publication-form.rules.ts'

const shirts = { schema: 'shop', name: 'shirts', columns: ['id'], where: '(id > 1)' }
const news = {
  name: 'news',
  comment: 'for the warehouse',
  publishes: { insert: true, update: false, delete: false, truncate: false },
  via_root: true,
  generated_columns: false,
  is_for_all_tables: false,
  tables: [shirts],
  schemas: ['shop'],
}

test('a form without edits is the publication, and a copy has another name and no whole schemas', () => {
  expect(draftOf(formOf(news, false))).toEqual(news)
  expect(draftOf(formOf(news, true))).toEqual({ ...news, name: 'news_copy', schemas: [] })
})

test('a publication of all tables has nothing else', () => {
  expect(draftOf({ ...formOf(news, true), is_for_all_tables: true })).toEqual({
    ...draftOf(emptyForm),
    name: 'news_copy',
    is_for_all_tables: true,
  })
})

test('a table is switched on with all columns and rows, and off', () => {
  const hats = { schema: 'shop', name: 'hats' }
  const more = withTable(news, hats, true)
  expect(more.tables).toEqual([shirts, { ...hats, columns: null, where: null }])
  expect(withTable(more, hats, false)).toEqual(news)
  expect(withTable(news, { schema: 'other', name: 'shirts' }, false)).toEqual(news)
})
