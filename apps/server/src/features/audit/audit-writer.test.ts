import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test, vi } from 'vitest'
import type { AuditRecord } from '../../http/audit-record.ts'
import { AUDIT_BATCH, AUDIT_WAITING_MAX, auditWriter, NOBODYS_ENTRIES_PER_MINUTE } from './audit-writer.ts'

const record = (action: string, over: Partial<AuditRecord> = {}) =>
  ({ action, email: 'ada@example.com', ...over }) as AuditRecord

const HOPELESS = new Error('not like this')

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
    isHopeless: (error) => error === HOPELESS,
    onDropped,
    now: now ?? (() => new Date()),
  })
  return { writer, written, onFailed, onDropped }
}

test('what comes at once is written at once and in its order', async () => {
  const { writer, written } = open()
  for (const action of ['a', 'b', 'c']) writer.add(record(action))
  expect(written).toEqual([])
  await writer.flush()
  expect(written).toEqual([['a', 'b', 'c']])
})

test('flushing writes more than a batch', async () => {
  const { writer, written } = open()
  const actions = Array.from({ length: AUDIT_BATCH * 2 + 1 }, (_, index) => String(index))
  for (const action of actions) writer.add(record(action))
  await writer.flush()
  expect(written.map(({ length }) => length)).toEqual([AUDIT_BATCH, AUDIT_BATCH, 1])
  expect(written.flat()).toEqual(actions)
})

test('flushing waits as well for what was added while a batch was being written', async () => {
  const { writer, written } = open()
  writer.add(record('a'))
  const first = writer.flush()
  await new Promise(setImmediate)
  writer.add(record('b'))
  await writer.flush()
  expect(written).toEqual([['a'], ['b']])
  await first
})

test('what could not be written is written later, and once', async () => {
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

test('an entry that can never be written is left out and told, and keeps no other from being written', async () => {
  const { writer, written, onFailed, onDropped } = open({
    insert: async (actions) => {
      if (actions.includes('bad')) throw HOPELESS
    },
  })
  const good = Array.from({ length: AUDIT_BATCH }, (_, index) => String(index))
  for (const action of [...good.slice(0, 123), 'bad', ...good.slice(123)]) writer.add(record(action))
  await writer.flush()
  expect(written.flat()).toEqual(good)
  expect(onFailed).toHaveBeenCalled()
  expect(onDropped.mock.calls).toEqual([[1]])
})

test('while nothing can be written only so much is kept, and the loss is told', async () => {
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

test('calls of nobody cannot fill the disk', async () => {
  let time = Date.UTC(2026, 0, 1)
  const { writer, written } = open({ now: () => new Date(time) })
  const flood = () => {
    for (let count = 0; count < NOBODYS_ENTRIES_PER_MINUTE * 2; count++)
      writer.add(record('guess', { email: undefined }))
  }
  flood()
  writer.add(record('known'))
  await writer.flush()
  expect(written.flat().filter((action) => action === 'guess')).toHaveLength(NOBODYS_ENTRIES_PER_MINUTE)
  expect(written.flat()).toContain('known')
  time += 60_000
  flood()
  await writer.flush()
  expect(written.flat().filter((action) => action === 'guess')).toHaveLength(NOBODYS_ENTRIES_PER_MINUTE * 2)
})
