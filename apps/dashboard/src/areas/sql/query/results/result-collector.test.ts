import { expect, test } from 'vitest'
import { RESULT_LENGTH_MAX } from '../query.rules.ts'
import { fieldsOf, QUERY_ID, statementEnd } from './canned-stream.fixture.ts'
import { ResultCollector } from './result-collector.ts'

test('each statement has its own outcome, in order', () => {
  const collector = new ResultCollector('shop')
  collector.take(statementEnd('BEGIN'))
  collector.take(fieldsOf('a', 'a'))
  collector.take({ type: 'rows', rows: [['1', '2']] })
  collector.take(statementEnd('SELECT', 1))
  collector.take({ type: 'notice', notice: { severity: 'WARNING', message: 'careful' } })
  expect(
    collector.outcomes().map(({ end, fields, rowCount, notices }) => ({
      command: end?.command,
      names: fields?.map((field) => field.name),
      rowCount,
      notices: notices.length,
    })),
  ).toEqual([
    { command: 'BEGIN', names: undefined, rowCount: 0, notices: 0 },
    { command: 'SELECT', names: ['a', 'a'], rowCount: 1, notices: 0 },
    { command: undefined, names: undefined, rowCount: 0, notices: 1 },
  ])
})

test('an outcome changes its identity when rows are added, and only then', () => {
  const collector = new ResultCollector('shop')
  collector.take(fieldsOf('a'))
  const [before] = collector.outcomes()
  expect(collector.outcomes()[0]).toBe(before)
  collector.take({ type: 'rows', rows: [['1']] })
  expect(collector.outcomes()[0]).not.toBe(before)
  expect(collector.outcomes()[0]?.columns).toBe(before?.columns)
})

test('rows without columns are counted', () => {
  const collector = new ResultCollector('shop')
  collector.take(fieldsOf())
  collector.take({ type: 'rows', rows: [[], []] })
  expect(collector.outcomes()[0]?.rowCount).toBe(2)
})

test('text beyond the page’s limit is dropped, and the statement is marked as truncated', () => {
  const collector = new ResultCollector('shop')
  const megabyte = 'x'.repeat(1024 * 1024)
  const sent = RESULT_LENGTH_MAX / megabyte.length + 10
  collector.take(fieldsOf('a'))
  for (let row = 0; row < sent; row += 1) collector.take({ type: 'rows', rows: [[megabyte]] })
  collector.take(statementEnd('SELECT', sent))
  const [outcome] = collector.outcomes()
  expect(outcome?.rowCount).toBeLessThan(sent)
  expect(outcome?.columns[0]?.length).toBe(outcome?.rowCount)
  expect(outcome?.end?.truncated).toBe(true)
})

test('the rows of an unfinished statement are kept, and an empty one is dropped', () => {
  const empty = new ResultCollector('shop')
  empty.take(fieldsOf('a'))
  expect(empty.close()).toEqual([])
  const started = new ResultCollector('shop')
  started.take(fieldsOf('a'))
  started.take({ type: 'rows', rows: [['1']] })
  expect(started.close()).toMatchObject([{ rowCount: 1, end: undefined }])
})

test('an outcome with stored rows has their count and location but no rows', () => {
  const collector = new ResultCollector('shop')
  collector.take({ type: 'started', id: QUERY_ID })
  collector.take(fieldsOf('a'))
  collector.take({ type: 'stored', rows: 100 })
  collector.take({ type: 'stored', rows: 250 })
  collector.take(statementEnd('SELECT', 250))
  const [outcome] = collector.outcomes()
  expect(outcome).toMatchObject({ rowCount: 250, stored: { ref: 'shop', id: QUERY_ID } })
  expect(outcome?.columns[0]?.length).toBe(0)
})

test('a notification belongs to the last statement, because it arrives after it', () => {
  const collector = new ResultCollector('shop')
  const notice = { severity: 'NOTIFY', message: 'Asynchronous notification "orders"' }
  collector.take(statementEnd('NOTIFY'))
  collector.take({ type: 'notice', notice })
  expect(collector.close()).toHaveLength(1)
  expect(collector.outcomes()[0]).toMatchObject({ notices: [notice], end: { command: 'NOTIFY' } })
})
