import type { QueryEvent } from '@basalt/contract/query/query.schema.ts'
import { expect, test } from 'vitest'
import { AppError } from '../../../http/app-error.ts'
import { collect } from '../../../test/collect.ts'
import { eventLines, withHeartbeat } from './event-lines.ts'

const end: QueryEvent = { type: 'end', durationMs: 1 }
const id = crypto.randomUUID()
const parsed = async (lines: AsyncIterable<string>) =>
  (await collect(lines)).map((line) => {
    expect(line.endsWith('\n')).toBe(true)
    return JSON.parse(line) as QueryEvent
  })

test('each event is a line, after one with the id of the query', async () => {
  const events = (async function* () {
    yield end
  })()
  const unexpected: unknown[] = []
  expect(await parsed(eventLines({ id, events }, (error) => unexpected.push(error)))).toEqual([
    { type: 'started', id },
    end,
  ])
  expect(unexpected).toEqual([])
})

test('an error is the last line, with the details from PostgreSQL', async () => {
  const sql = { sqlstate: '42601', formattedError: 'ERROR:  42601: syntax error' }
  const events = (async function* (): AsyncGenerator<QueryEvent> {
    yield* []
    throw new AppError('sql_failed', 'syntax error', { sql })
  })()
  expect((await parsed(eventLines({ id, events }, () => undefined))).at(-1)).toEqual({
    type: 'error',
    code: 'sql_failed',
    message: 'syntax error',
    sql,
  })
})

test('an internal error is reported to the log and not to the client', async () => {
  const events = (async function* (): AsyncGenerator<QueryEvent> {
    yield* []
    throw new TypeError('secret')
  })()
  const unexpected: unknown[] = []
  const lines = await parsed(eventLines({ id, events }, (error) => unexpected.push(error)))
  expect(JSON.stringify(lines)).not.toContain('secret')
  expect(lines.at(-1)).toMatchObject({ type: 'error', code: 'internal' })
  expect(unexpected).toHaveLength(1)
})

test('silence is filled with heartbeats', async () => {
  let speak: () => void = () => undefined
  const silence = new Promise<void>((resolve) => {
    speak = resolve
  })
  const events = (async function* () {
    await silence
    yield end
  })()
  const seen: string[] = []
  for await (const event of withHeartbeat(events, 1)) {
    seen.push(event.type)
    if (seen.length === 3) speak()
  }
  expect(seen.slice(0, 3)).toEqual(['heartbeat', 'heartbeat', 'heartbeat'])
  expect(seen.at(-1)).toBe('end')
})

test('a reader that stops early ends the query', async () => {
  let hasEnded = false
  const events = (async function* () {
    try {
      for (;;) yield end
    } finally {
      hasEnded = true
    }
  })()
  for await (const _event of withHeartbeat(events, 1000)) break
  expect(hasEnded).toBe(true)
})
