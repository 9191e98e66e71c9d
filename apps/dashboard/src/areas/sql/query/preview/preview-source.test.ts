import { analyseScript } from '@basalt/sql/analysis/analyse-script.ts'
import type { ParseSql } from '@basalt/sql/parser/parsed-statement.ts'
import { loadParser } from '@basalt/sql/parser/postgres-parser.ts'
import { beforeAll, expect, test } from 'vitest'
import { previewSource } from './preview-source.ts'

let parse: ParseSql
beforeAll(async () => {
  parse = await loadParser()
})

const sourceOf = (sql: string) => previewSource({ sql, from: 0 }, analyseScript(sql, parse))

test('a preview returns each row as it was and as it would be, in a transaction left open', () => {
  expect(sourceOf('update users set a = 1 -- all\n;').sent).toBe(
    "begin; set local lock_timeout = '3s'; set constraints all immediate; update users set a = 1" +
      ' returning to_jsonb(old) as "old", to_jsonb(new) as "new"',
  )
})

test.each(['insert into a values (1)', 'delete from a', 'with b as (select 1) update a set c = 1'])(
  '%j can be previewed',
  (sql) => {
    expect(sourceOf(sql).isPreview).toBe(true)
  },
)

test('a preview knows whether its statement removes data', () => {
  expect(sourceOf('delete from a').removesData).toBe(true)
  expect(sourceOf('insert into a values (1)').removesData).toBe(false)
})

test.each([
  'select 1',
  'delete from a returning *',
  'delete from a; delete from b',
  'drop table a',
  'with b as (delete from a returning *) select * from b',
  'updat a',
])('%j cannot', (sql) => {
  expect(() => sourceOf(sql)).toThrow(/^(Preview works on one|Only INSERT)/)
})
