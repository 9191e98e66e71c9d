import { HTTP_LOG_PER_MINUTE } from '@basalt/contract/http-log/http-log.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { expect, test } from 'vitest'
import type { ApiCall } from '../../http/api-calls.ts'
import type { HttpLogRecord } from './http-log.store.ts'
import { HTTP_LOG_BATCH, HTTP_LOG_WAITING_MAX, httpLogWriter } from './http-log-writer.ts'

const START = Date.parse('2026-03-01T12:00:00Z')

function aWriter(insert: (records: readonly HttpLogRecord[]) => Promise<void> = async () => undefined) {
  const batches: HttpLogRecord[][] = []
  const failures: unknown[] = []
  const pruned: string[][] = []
  const writer = httpLogWriter({
    insert: async (records) => {
      await insert(records)
      batches.push([...records])
    },
    prune: async (_now, refs) => void pruned.push([...refs]),
    isPermanent: (error) => (error as Error).message === 'hopeless',
    onFailed: (error) => failures.push(error),
    now: () => new Date(START),
  })
  return { ...writer, batches, failures, pruned, rows: () => batches.flat() }
}

const aCall = (over: Partial<ApiCall> & { ref?: string } = {}): ApiCall => ({
  project: { ref: over.ref ?? 'shop' } as Project,
  role: 'anon',
  isAdmitted: true,
  method: 'GET',
  url: '/p/shop/rest/v1/books',
  status: 200,
  at: new Date(START),
  durationMs: 1.26,
  sentBytes: 400,
  requestId: '5e0c2a52-9d0b-4b6a-8f0e-2d0c1d6c7a11',
  address: '127.0.0.1',
  userAgent: undefined,
  ...over,
})

test('calls are written in batches, and the projects of written calls are pruned', async () => {
  const writer = aWriter()
  for (let n = 0; n < HTTP_LOG_BATCH + 1; n++) writer.add(aCall({ status: n }))
  await Promise.all([writer.flush(), writer.flush()])
  expect(writer.batches.map(({ length }) => length)).toEqual([HTTP_LOG_BATCH, 1])
  expect(writer.rows().map(({ status }) => status)).toEqual(writer.rows().map((_row, n) => n))
  expect(writer.rows()[0]).toEqual({
    project_ref: 'shop',
    at: '2026-03-01T12:00:00.000Z',
    method: 'GET',
    path: '/rest/v1/books',
    status: 0,
    duration_ms: 1.3,
    role: 'anon',
    response_bytes: 400,
    left_out: 0,
  })
  await writer.prune()
  expect(writer.pruned).toEqual([['shop']])
})

test('calls above the limit per minute are counted, separately for each project', async () => {
  const writer = aWriter()
  for (let n = 0; n < HTTP_LOG_PER_MINUTE + 7; n++) writer.add(aCall())
  writer.add(aCall({ ref: 'other' }))
  writer.add(aCall({ at: new Date(START + 60_000) }))
  writer.add(aCall({ at: new Date(START + 60_000) }))
  await writer.flush()
  expect(writer.rows()).toHaveLength(HTTP_LOG_PER_MINUTE + 3)
  expect(
    writer
      .rows()
      .slice(-3)
      .map(({ left_out }) => left_out),
  ).toEqual([0, 7, 0])
})

test('calls that could not be written wait, in limited number, and are written in order', async () => {
  let isDown = true
  const writer = aWriter(async () => {
    if (isDown) throw new Error('no answer')
  })
  for (let n = 0; n < HTTP_LOG_WAITING_MAX + 5; n++) writer.add(aCall({ ref: `p${n % 10}`, status: n }))
  await writer.flush()
  expect(writer.rows()).toEqual([])
  expect(writer.failures).toHaveLength(1)
  isDown = false
  await writer.flush()
  expect(writer.rows().map(({ status }) => status)).toEqual(
    Array.from({ length: HTTP_LOG_WAITING_MAX }, (_, n) => n),
  )
})

test('a call that can never be written is dropped, and the others are written', async () => {
  const writer = aWriter(async (records) => {
    if (records.some(({ status }) => status === 1)) throw new Error('hopeless')
  })
  for (let n = 0; n < HTTP_LOG_BATCH + 1; n++) writer.add(aCall({ status: n }))
  await writer.flush()
  expect(writer.rows().map(({ status }) => status)).toEqual(
    Array.from({ length: HTTP_LOG_BATCH + 1 }, (_, n) => n).filter((n) => n !== 1),
  )
  expect(writer.failures).toHaveLength(1)
})
