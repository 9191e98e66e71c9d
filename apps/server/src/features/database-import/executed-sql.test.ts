import { CHANGE_SQL_MAX } from '@basalt/contract/ledger/ledger.rules.ts'
import { expect, test } from 'vitest'
import { ExecutedSql } from './executed-sql.ts'

const changesOf = (...statements: string[]) => {
  const executed = new ExecutedSql()
  for (const text of statements) executed.add(text)
  return executed.changes()
}

test('definitions and rows are two changes, and settings stay with the definitions', () => {
  const executed = new ExecutedSql()
  executed.add('--\n-- Name: a\n--\n\nSET check_function_bodies = false')
  executed.add('CREATE TABLE a (id int);')
  executed.addCopy('COPY a (id) FROM stdin;', 3)
  executed.addCopy('COPY b (id) FROM stdin;', 4)
  executed.add("SELECT pg_catalog.setval('a_id_seq', 3, true)")
  executed.add('CREATE INDEX ON a (id)')
  expect(executed.changes()).toEqual([
    {
      kind: 'schema',
      statements: ['SET check_function_bodies = false', 'CREATE TABLE a (id int)', 'CREATE INDEX ON a (id)'],
    },
    {
      kind: 'data',
      missing: 'rows',
      rows: 7,
      statements: [
        'COPY a (id) FROM stdin',
        'COPY b (id) FROM stdin',
        "SELECT pg_catalog.setval('a_id_seq', 3, true)",
      ],
    },
  ])
})

test('rows in statements can be made again', () => {
  expect(changesOf('INSERT INTO a VALUES (1)')).toEqual([
    { kind: 'data', statements: ['INSERT INTO a VALUES (1)'] },
  ])
})

test('settings alone are no change', () => {
  expect(
    changesOf('SET statement_timeout = 0', "SELECT pg_catalog.set_config('search_path', '', false)"),
  ).toEqual([])
})

test('no more is kept than the ledger stores', () => {
  const row = `INSERT INTO a VALUES ('${'x'.repeat(10_000)}')`
  const [change] = changesOf(...Array.from({ length: 1000 }, () => row))
  const { length } = change!.statements.join('')
  expect(length).toBeGreaterThan(CHANGE_SQL_MAX)
  expect(length).toBeLessThan(CHANGE_SQL_MAX + 2 * row.length)
})
