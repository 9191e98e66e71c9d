import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { LOG_EXPORT_PAGE } from '@basalt/contract/logs/logs.rules.ts'
import type { LogEvent } from '@basalt/contract/logs/logs.schema.ts'
import { openLogStore } from '@basalt/log-store/log-store.ts'
import { expect, test } from 'vitest'
import { collect } from '../../test/collect.ts'
import { eventOf } from './event-of-row.ts'
import { csvOf, exportedEvents, linesOf } from './exported-events.ts'
import { logViews, storedSources } from './log-views.ts'
import { newestFirst } from './newest-first.ts'

const START = Date.parse('2026-03-01T12:00:00Z')
const REQUESTS = 150_000
const MESSAGES = 50_000
/** Many events share a millisecond, also where a page ends. */
const PER_MS = 7
const DAY_MS = 86_400_000
const EVERYTHING = { from: 0, to: START + DAY_MS, where: { sql: 'true', params: [] } }

test('200,000 events of two sources come once each, in order, and only pages of them are read at a time', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'basalt-export-'))
  let now = START
  const store = openLogStore({
    directory,
    sources: storedSources,
    now: () => now,
    onFailed: (error) => expect.fail(String(error)),
    onDamaged: (_key, files) => expect.fail(files.join()),
  })
  const made = (count: number, event_message: string) =>
    Array.from({ length: count }, (_, n) => ({ timestamp: START + Math.floor(n / PER_MS), event_message }))
  await store.append('shop', 'requests', made(REQUESTS, 'GET / 200'), 'all')
  await store.append('shop', 'postgres', made(MESSAGES, 'a message'), 'all')

  now += 2 * DAY_MS
  await store.compact()

  const asked: number[] = []
  const parts = exportedEvents(
    ['edge_logs', 'postgres_logs', 'pooler_logs'],
    async (source, before, limit) => {
      asked.push(limit)
      const last = before && { timestamp: Date.parse(before.timestamp), id: Number(before.id) }
      const rows = await store.newest('shop', logViews[source], { ...EVERYTHING, before: last, limit })
      return rows.map((row) => eventOf(source, row))
    },
  )
  const seen = { edge_logs: new Set<string>(), postgres_logs: new Set<string>() }
  let largest = 0
  let misplaced = 0
  let last: LogEvent | undefined
  for await (const events of parts) {
    largest = Math.max(largest, events.length)
    for (const event of events) {
      if (last && newestFirst(last, event) >= 0) misplaced += 1
      seen[event.source as keyof typeof seen].add(event.id)
      last = event
    }
  }
  expect([seen.edge_logs.size, seen.postgres_logs.size, misplaced]).toEqual([REQUESTS, MESSAGES, 0])
  expect(largest).toBeLessThanOrEqual(2 * LOG_EXPORT_PAGE)
  expect(new Set(asked)).toEqual(new Set([LOG_EXPORT_PAGE]))
  expect(asked.length).toBeLessThanOrEqual((REQUESTS + MESSAGES) / LOG_EXPORT_PAGE + 3)
  await store.close()
  await rm(directory, { recursive: true })
})

const event: LogEvent = {
  id: '1',
  source: 'pooler_logs',
  timestamp: '2026-03-01T12:00:00.000Z',
  event_message: '=1+1, "x"',
  level: 'info',
  fields: { user_name: 'ann\nbob', left_out: 3 },
}
const other: LogEvent = { ...event, id: '2', event_message: '-5', fields: {} }
async function* inParts() {
  yield [event]
  yield [other]
}

test('CSV has every field of its source, and no formula', async () => {
  expect((await collect(csvOf('pooler_logs', inParts()))).join('')).toBe(
    'timestamp,source,level,event_message,id,user_name,database,mode,port,outcome,address,ssl,left_out\r\n' +
      `2026-03-01T12:00:00.000Z,pooler_logs,info,"'=1+1, ""x""",1,"ann\nbob",,,,,,,3\r\n` +
      '2026-03-01T12:00:00.000Z,pooler_logs,info,-5,2,,,,,,,,\r\n',
  )
  const [empty] = await collect(csvOf('pooler_logs', (async function* () {})()))
  expect(empty).toMatch(/^timestamp,source,.*left_out\r\n$/)
})

test('JSON lines have the fields of an event beside its own', async () => {
  const lines = (await collect(linesOf(inParts()))).join('').trimEnd().split('\n')
  expect(JSON.parse(lines[0]!)).toEqual({
    id: '1',
    source: 'pooler_logs',
    timestamp: '2026-03-01T12:00:00.000Z',
    event_message: '=1+1, "x"',
    level: 'info',
    user_name: 'ann\nbob',
    left_out: 3,
  })
  expect(lines).toHaveLength(2)
})
