import { expect, test } from 'vitest'
import { randomFrom, testDatabase } from '../database.fixture.ts'
import { NO_FILTER } from '../filters/filter-sql.ts'
import { CURSOR_LENGTH_MAX, CursorError, readCursor, writeCursor } from './cursor.ts'
import { pageStatement, readPage, readRowPosition, rowPosition } from './page.ts'
import { planPages } from './page-plan.ts'
import type { PageRequest } from './page-request.ts'

const database = testDatabase()

const DAMAGED = 'This page address is damaged. Go to the first page.'
const STALE = 'This page belongs to another sort, or the table has changed. Go to the first page.'

async function tableOf(name: string, columns: string) {
  await database.sql(`create table ${name} (${columns})`)
  const relation = await database.relation(name)
  const plan = planPages(relation.shape, relation.identity, [{ column: 'v', direction: 'asc' }])
  return { ...relation, plan, filter: NO_FILTER }
}

test('damaged cursors are refused in words, whatever was done to them', async () => {
  const { shape, plan, identity } = await tableOf('damaged', 'id int primary key, v text')
  const cursor = writeCursor(shape, plan, { by: 'values', values: ['é😀"', '1'] })
  expect(cursor).toMatch(/^[\w-]+$/)
  expect(readCursor(shape, plan, identity, cursor)).toEqual({ by: 'values', values: ['é😀"', '1'] })
  const refused = (text: string) =>
    expect(() => readCursor(shape, plan, identity, text), text).toThrow(new CursorError(DAMAGED))
  for (const text of [
    '',
    '-',
    '%%%',
    'x'.repeat(CURSOR_LENGTH_MAX + 1),
    `${cursor}A`,
    cursor.slice(1),
    cursor.slice(0, -1),
  ])
    refused(text)
  for (let seed = 1; seed <= 500; seed += 1) {
    const { below } = randomFrom(seed)
    const at = below(cursor.length)
    const changed = `${cursor.slice(0, at)}${String.fromCharCode(33 + below(90))}${cursor.slice(at + 1)}`
    // The last character has bits that mean nothing.
    if (changed !== cursor && at < cursor.length - 1) refused(changed)
  }
})

test('a cursor of another sort or table is refused in words', async () => {
  const one = await tableOf('sorted_one', 'id int primary key, v int')
  const other = await tableOf('sorted_other', 'id int primary key, v int')
  const cursor = writeCursor(one.shape, one.plan, { by: 'values', values: ['1', '1'] })
  expect(() => readCursor(other.shape, other.plan, other.identity, cursor)).toThrow(STALE)
  const descending = planPages(one.shape, one.identity, [{ column: 'v', direction: 'desc' }])
  expect(() => readCursor(one.shape, descending, one.identity, cursor)).toThrow(STALE)
  expect(() => readCursor(one.shape, planPages(one.shape, one.identity), one.identity, cursor)).toThrow(STALE)
})

test.each([
  [{ by: 'values', values: [] }],
  [{ by: 'values', values: ['1', '1', '1'] }],
  [{ by: 'values', values: ['1', null] }],
  [{ by: 'values', values: [1, 2] }],
  [{ by: 'values', values: ['a\0', '1'] }],
  [{ by: 'values', values: [{ row: ['1', '2'] }, '1'] }],
  [{ by: 'values', values: [{ low: '1', high: '2', fraction: 7 }, '1'] }],
  [{ by: 'offset', offset: 3 }],
  [{ by: 'place', table: 1, ctid: '(0,1)' }],
  [{ by: 'magic' }],
  [null],
])('a cursor that says %j is refused', async (position) => {
  const relation = await database.relation('pg_am')
  const plan = planPages(relation.shape, relation.identity, [{ column: 'amname', direction: 'asc' }])
  const withTie = { ...plan, order: [...plan.order, { ...plan.order[0]!, isNullable: false }].slice(0, 2) }
  const cursor = writeCursor(relation.shape, withTie, position as never)
  expect(() => readCursor(relation.shape, withTie, relation.identity, cursor)).toThrow(DAMAGED)
})

test('a value that is too long for a cursor is found again by its row', async () => {
  const source = await tableOf('long_values', 'id int primary key, v text')
  await database.sql(
    'insert into long_values select n, repeat(chr(96 + n), 50000) from generate_series(1, 6) n',
  )
  const read = async (request: PageRequest) =>
    readPage(source, request, 2, await database.run(pageStatement(source, request, 2)))
  const first = await read({ at: 'first' })
  const cursor = writeCursor(source.shape, source.plan, first.end!)
  expect(cursor.length).toBeLessThan(400)
  const position = readCursor(source.shape, source.plan, source.identity, cursor)
  expect((await read({ at: 'after', position })).rows.map(({ identity }) => identity[0])).toEqual(['3', '4'])
  expect((await read({ at: 'before', position })).rows.map(({ identity }) => identity[0])).toEqual(['1'])
  await database.sql('delete from long_values where id = 2')
  await expect(read({ at: 'after', position })).rejects.toThrow(
    'The row this page starts at is gone. Go to the first page.',
  )
})

test('the place of a row is found by its key, and is unknown once it is gone', async () => {
  const source = await tableOf('placed', 'id int primary key, v int')
  await database.sql('insert into placed select n, 100 - n from generate_series(1, 20) n')
  const position = readRowPosition(source, await database.run(rowPosition(source, ['10'])))!
  expect(position).toEqual({ by: 'values', values: ['90', '10'] })
  const request = { at: 'around', position } as const
  const page = readPage(source, request, 5, await database.run(pageStatement(source, request, 5)))
  expect(page.rows.map(({ identity }) => identity[0])).toEqual(['12', '11', '10', '9', '8'])
  expect(readRowPosition(source, await database.run(rowPosition(source, ['77'])))).toBe(undefined)
})

test('a page has 1 to 1,000 rows', async () => {
  const source = await tableOf('sized', 'id int primary key, v int')
  for (const size of [0, -1, 1.5, 1001, Number.NaN])
    expect(() => pageStatement(source, { at: 'first' }, size)).toThrow(RangeError)
})
