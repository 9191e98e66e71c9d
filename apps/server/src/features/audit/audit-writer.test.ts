import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test, vi } from 'vitest'
import type { AuditRecord } from '../../http/audit-record.ts'
import { ANONYMOUS_ENTRIES_PER_MINUTE, AUDIT_BATCH, AUDIT_WAITING_MAX, auditWriter } from './audit-writer.ts'

const record = (action: string, over: Partial<AuditRecord> = {}) =>
  ({ action, email: 'ada@example.com', ...over }) as AuditRecord

const PERMANENT = new Error('not like this')

function open({ insert, now }: { insert?: (actions: string[]) => Promise<void>; now?: () => Date } = {}) {
  const written: string[][] = []
  const onFailed = vi.fn()
  const onDropped = vi.fn()
  const writer = auditWriter({
    insert: async (records) => {
      const actions = records.map(({ action }) => action)
      await insert?.(actions)
      written.push(actions)
    },
    onFailed,
    isPermanent: (error) => error === PERMANENT,
    onDropped,
    now: now ?? (() => new Date()),
  })
  return { writer, written, onFailed, onDropped }
}

test('entries of the same turn are written together and in order', async () => {
  const { writer, written } = open()
  for (const action of ['a', 'b', 'c']) writer.add(record(action))
  expect(written).toEqual([])
  await writer.flush()
  expect(written).toEqual([['a', 'b', 'c']])
})

test('flush writes more than a batch', async () => {
  const { writer, written } = open()
  const actions = Array.from({ length: AUDIT_BATCH * 2 + 1 }, (_, index) => String(index))
  for (const action of actions) writer.add(record(action))
  await writer.flush()
  expect(written.map(({ length }) => length)).toEqual([AUDIT_BATCH, AUDIT_BATCH, 1])
  expect(written.flat()).toEqual(actions)
})

test('flush also waits for entries added while a batch was being written', async () => {
  const { writer, written } = open()
  writer.add(record('a'))
  const first = writer.flush()
  await new Promise(setImmediate)
  writer.add(record('b'))
  await writer.flush()
  expect(written).toEqual([['a'], ['b']])
  await first
})

test('entries that could not be written are written later, once', async () => {
  let isBroken = true
  const { writer, written, onFailed } = open({
    insert: async () => {
      if (isBroken) throw new Error('the database is away')
    },
  })
  writer.add(record('a'))
  await writer.flush()
  expect(onFailed).toHaveBeenCalledOnce()
  isBroken = false
  writer.add(record('b'))
  await waitFor(() => written.length > 0)
  expect(written).toEqual([['a', 'b']])
})

test('an entry that can never be written is dropped and reported, and the others are written', async () => {
  const { writer, written, onFailed, onDropped } = open({
    insert: async (actions) => {
      if (actions.includes('bad')) throw PERMANENT
    },
  })
  const good = Array.from({ length: AUDIT_BATCH }, (_, index) => String(index))
  for (const action of [...good.slice(0, 123), 'bad', ...good.slice(123)]) writer.add(record(action))
  await writer.flush()
  expect(written.flat()).toEqual(good)
  expect(onFailed).toHaveBeenCalled()
  expect(onDropped.mock.calls).toEqual([[1]])
})

test('the number of waiting entries is limited, and the loss is reported', async () => {
  let isBroken = true
  const { writer, written, onDropped } = open({
    insert: async () => {
      if (isBroken) throw new Error('the database is away')
    },
  })
  for (let count = 0; count < AUDIT_WAITING_MAX + 7; count++) writer.add(record('a'))
  isBroken = false
  await writer.flush()
  expect(written.flat()).toHaveLength(AUDIT_WAITING_MAX)
  expect(onDropped).toHaveBeenCalledExactlyOnceWith(7)
})

test('anonymous calls cannot fill the disk', async () => {
  let time = Date.UTC(2026, 0, 1)
  const { writer, written } = open({ now: () => new Date(time) })
  const flood = () => {
    for (let count = 0; count < ANONYMOUS_ENTRIES_PER_MINUTE * 2; count++)
      writer.add(record('guess', { email: undefined }))
  }
  flood()
  writer.add(record('known'))
  await writer.flush()
  expect(written.flat().filter((action) => action === 'guess')).toHaveLength(ANONYMOUS_ENTRIES_PER_MINUTE)
  expect(written.flat()).toContain('known')
  time += 60_000
  flood()
  await writer.flush()
  expect(written.flat().filter((action) => action === 'guess')).toHaveLength(ANONYMOUS_ENTRIES_PER_MINUTE * 2)
})
