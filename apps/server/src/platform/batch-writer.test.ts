import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { batchWriter } from './batch-writer.ts'

const HOPELESS = new Error('not like this')

interface Counted {
  key: string
  value: number
}

function counting(write: (items: readonly Counted[]) => Promise<void>) {
  const failures: unknown[] = []
  const lost: number[] = []
  const writer = batchWriter<Counted>({
    write,
    batchSize: 2,
    waitingMax: 3,
    delayMs: 1_000_000,
    retryMs: 1_000_000,
    onFailed: (error) => failures.push(error),
    isHopeless: (error) => error === HOPELESS,
    onLost: (count) => lost.push(count),
    merging: {
      keyOf: ({ key }) => key,
      merge(known, { value }) {
        known.value += value
      },
    },
  })
  return { writer, failures, lost, add: (key: string, value: number) => writer.add({ key, value }) }
}

test('items of one key are one, also when they come while it is written and that fails', async () => {
  const written: Counted[] = []
  const underWay = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const { writer, add, failures } = counting(async (items) => {
    if (failures.length === 0) {
      underWay.resolve()
      await answer.promise
    }
    written.push(...items)
  })
  add('a', 1)
  add('b', 5)
  add('a', 2)
  const flushed = writer.flush()
  await underWay.promise
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

test('what comes while the same key is written is written after it', async () => {
  const written: Counted[][] = []
  const underWay = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const { writer, add } = counting(async (items) => {
    underWay.resolve()
    await answer.promise
    written.push([...items])
  })
  add('a', 1)
  const flushed = writer.flush()
  await underWay.promise
  add('a', 10)
  answer.resolve()
  await flushed
  await writer.flush()
  expect(written).toEqual([[{ key: 'a', value: 1 }], [{ key: 'a', value: 10 }]])
})

test('only so many wait, and the loss is told with the next write', async () => {
  const { writer, add, lost } = counting(async () => undefined)
  expect(['a', 'b', 'c', 'd', 'a'].map((key) => add(key, 1))).toEqual([true, true, true, false, true])
  writer.lose(4)
  await writer.flush()
  expect(lost).toEqual([5])
})

test('of what can never be written the item at fault is left out, and told once', async () => {
  const written: string[] = []
  const { writer, add, failures, lost } = counting(async (items) => {
    if (items.some(({ key }) => key === 'bad')) throw HOPELESS
    written.push(...items.map(({ key }) => key))
  })
  for (const key of ['a', 'bad', 'b']) add(key, 1)
  await writer.flush()
  expect(written).toEqual(['a', 'b'])
  expect(failures).toEqual([HOPELESS])
  expect(lost).toEqual([1])
})

test('what failed is tried again by itself', async () => {
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
    isHopeless: () => false,
  })
  writer.add(1)
  await waitFor(() => tries === 3)
})
