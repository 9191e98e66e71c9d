import type { PlatformEvent } from '@basalt/contract/events/events.schema.ts'
import { expect, test } from 'vitest'
import { createEventBus } from './event-bus.ts'

const event: PlatformEvent = { type: 'members', organization_slug: 'acme' }

test('a listener that throws is reported, and the publisher and the other listeners go on', () => {
  const reported: unknown[] = []
  const heard: string[] = []
  const bus = createEventBus((error) => reported.push(error))
  const failure = new Error('a broken cache')
  bus.subscribe(() => heard.push('first'))
  bus.subscribe(() => {
    throw failure
  })
  bus.subscribe(() => heard.push('third'))
  bus.publish('acme', event)
  expect(heard).toEqual(['first', 'third'])
  expect(reported).toEqual([failure])
})
