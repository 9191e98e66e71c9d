import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { batchWriter } from './batch-writer.ts'

const PERMANENT = new Error('not like this')

interface Counted {
  key: string
  value: number
}

function counting(write: (items: readonly Counted[]) => Promise<void>) {
  const failures: unknown[] = []
  const dropped: number[] = []
  const writer = batchWriter<Counted>({
    write,
    batchSize: 2,
    waitingMax: 3,
    delayMs: 1_000_000,
    retryMs: 1_000_000,
    onFailed: (error) => failures.push(error),
    isPermanent: (error) => error === PERMANENT,
    onDropped: (count) => dropped.push(count),
    merging: {
      keyOf: ({ key }) => key,
      merge(existing, { value }) {
        existing.value += value
      },
    },
  })
  return { writer, failures, dropped, add: (key: string, value: number) => writer.add({ key, value }) }
}

test('items with the same key merge, even when one is added during a write of the other that fails', async () => {
  const written: Counted[] = []
  const started = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const { writer, add, failures } = counting(async (items) => {
    if (failures.length === 0) {
      started.resolve()
      await answer.promise
    }
    written.push(...items)
  })
  add('a', 1)
  add('b', 5)
  add('a', 2)
  const flushed = writer.flush()
  await started.promise
  add('a', 10)
  answer.reject(new Error('away'))
  await flushed
  expect(failures).toEqual([new Error('away')])
  expect(written).toEqual([])
  await writer.flush()
  expect(written).toEqual([
    { key: 'a', value: 13 },
    { key: 'b', value: 5 },
  ])
})

test('an item added while its key is being written is written afterwards', async () => {
  const written: Counted[][] = []
  const started = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const { writer, add } = counting(async (items) => {
    started.resolve()
    await answer.promise
    written.push([...items])
  })
  add('a', 1)
  const flushed = writer.flush()
  await started.promise
  add('a', 10)
  answer.resolve()
  await flushed
  await writer.flush()
  expect(written).toEqual([[{ key: 'a', value: 1 }], [{ key: 'a', value: 10 }]])
})

test('the queue is bounded, and dropped items are reported with the next write', async () => {
  const { writer, add, dropped } = counting(async () => undefined)
  expect(['a', 'b', 'c', 'd', 'a'].map((key) => add(key, 1))).toEqual([true, true, true, false, true])
  writer.drop(4)
  await writer.flush()
  expect(dropped).toEqual([5])
})

test('an item that can never be written is dropped and reported once', async () => {
  const written: string[] = []
  const { writer, add, failures, dropped } = counting(async (items) => {
    if (items.some(({ key }) => key === 'bad')) throw PERMANENT
    written.push(...items.map(({ key }) => key))
  })
  for (const key of ['a', 'bad', 'b']) add(key, 1)
  await writer.flush()
  expect(written).toEqual(['a', 'b'])
  expect(failures).toEqual([PERMANENT])
  expect(dropped).toEqual([1])
})

test('a failed write is retried', async () => {
  let tries = 0
  const writer = batchWriter<number>({
    write: async () => {
      tries += 1
      if (tries < 3) throw new Error('away')
    },
    batchSize: 10,
    waitingMax: 10,
    delayMs: 0,
    retryMs: 1,
    onFailed: () => undefined,
    isPermanent: () => false,
  })
  writer.add(1)
  await waitFor(() => tries === 3)
})
