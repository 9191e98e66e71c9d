import { expect, test } from 'vitest'
import { eventQueue } from './event-queue.ts'

interface Event {
  id: string
  key: string | null
}
const event = (id: number, key: string | null): Event => ({ id: String(id), key })
const queueOf = (events: Event[], concurrency = 10) => {
  const queue = eventQueue<Event>(() => concurrency)
  queue.add(events)
  const start = () => {
    const started: Event[] = []
    for (let next = queue.next(); next; next = queue.next()) started.push(next)
    return started
  }
  return { queue, start, startIds: () => start().map(({ id }) => id) }
}

test('different keys are sent at once, the same key in order', () => {
  const { queue, start, startIds } = queueOf([event(1, 'a'), event(2, 'b'), event(3, 'a'), event(4, 'c')])
  const [first] = start()
  expect(queue.held().sort()).toEqual(['1', '2', '3', '4'])
  expect(startIds()).toEqual([])
  queue.settle(first!, false)
  expect(startIds()).toEqual(['3'])
})

test('no more are sent at once than allowed', () => {
  const { startIds } = queueOf([event(1, 'a'), event(2, 'b'), event(3, 'c')], 2)
  expect(startIds()).toEqual(['1', '2'])
})

test('an event without key waits for all earlier ones, and all later ones wait for it', () => {
  const { queue, start, startIds } = queueOf([event(1, 'a'), event(2, null), event(3, 'b')])
  const [first] = start()
  expect(first?.id).toBe('1')
  queue.settle(first!, false)
  const [barrier, ...rest] = start()
  expect([barrier?.id, rest]).toEqual(['2', []])
  queue.settle(barrier!, false)
  expect(startIds()).toEqual(['3'])
})

test('events behind a failed one are put back until its failure is recorded', () => {
  const { queue, start, startIds } = queueOf([event(1, 'a'), event(2, 'a'), event(3, 'b')])
  const [first] = start()
  queue.settle(first!, true)
  queue.add([event(4, 'a'), event(5, 'c'), event(6, null), event(7, 'd')])
  expect(startIds()).toEqual(['5'])
  expect(queue.held().sort()).toEqual(['1', '3', '5'])
  queue.add([event(8, 'e')])
  expect(startIds()).toEqual([])
  queue.recorded([first!])
  queue.add([event(9, 'a')])
  expect(startIds()).toEqual(['9'])
})

test('a failed event without key puts everything back', () => {
  const { queue, start, startIds } = queueOf([event(1, null), event(2, 'a')])
  const [first] = start()
  queue.settle(first!, true)
  queue.add([event(3, 'b')])
  expect(startIds()).toEqual([])
  expect(queue.held()).toEqual(['1'])
})

test('events behind one without key are put back with it', () => {
  const { queue, start, startIds } = queueOf([event(1, 'a'), event(2, null), event(3, 'b')])
  queue.settle(start()[0]!, true)
  expect(startIds()).toEqual([])
  expect(queue.held()).toEqual(['1'])
})
