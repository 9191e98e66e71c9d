import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { fieldsOf, openStream } from '../results/canned-stream.fixture.ts'
import { queryRunOf } from './query-run.queries.ts'

afterEach(() => vi.unstubAllGlobals())

test('a run survives leaving the page and returning', async () => {
  const client = new QueryClient()
  const stream = openStream()
  vi.stubGlobal('fetch', async () => stream.response)
  const over = queryRunOf(client, 'a').start('a', { sql: 'select 1', from: 0 })
  stream.write(fieldsOf('id'), { type: 'rows', rows: [['1']] }, { type: 'end', durationMs: 1 })
  stream.close()
  await over
  expect(queryRunOf(client, 'a').getSnapshot()).toMatchObject({ state: 'done', outcomes: [{ rowCount: 1 }] })
  expect(queryRunOf(client, 'b').getSnapshot().state).toBe('idle')
})

test('clearing the query cache at sign-out discards the results', () => {
  const client = new QueryClient()
  const before = queryRunOf(client, 'a')
  client.removeQueries()
  expect(queryRunOf(client, 'a')).not.toBe(before)
})
