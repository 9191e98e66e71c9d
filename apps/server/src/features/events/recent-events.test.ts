import type { PlatformEvent } from '@basalt/contract/events/events.schema.ts'
import { expect, test } from 'vitest'
import { type Audience, createEventBus } from '../../platform/event-bus.ts'
import { EVENTS_REMEMBERED, QUIET_MS_MAX } from './recent-events.rules.ts'
import { recentEvents } from './recent-events.ts'

const event = (slug: string): PlatformEvent => ({ type: 'members', organization_slug: slug })
const ofAcme = async (audience: Audience) =>
  'organizationId' in audience && audience.organizationId === 'acme'

/** A bus by whose clock it is so many milliseconds after the start. */
function atWork() {
  const bus = createEventBus()
  let ms = 0
  const recent = recentEvents(bus, () => ms)
  const at = (time: number, happens?: () => void) => {
    ms = time
    happens?.()
    return recent.quietMs(ofAcme)
  }
  return { at, tell: (slug: string) => bus.publish(slug, event(slug)) }
}

test('it has been quiet since the server was started, but never for longer than is remembered', async () => {
  const { at } = atWork()
  expect(await at(500)).toBe(500)
  expect(await at(QUIET_MS_MAX * 3)).toBe(QUIET_MS_MAX)
})

test('it has been quiet since the last event that concerns the listener', async () => {
  const { at, tell } = atWork()
  await at(1000, () => tell('acme'))
  await at(2000, () => tell('acme'))
  await at(3000, () => tell('other'))
  expect(await at(3500)).toBe(1500)
})

test('where more happened than is remembered, the rest may have concerned the listener', async () => {
  const { at, tell } = atWork()
  for (let time = 1; time <= EVENTS_REMEMBERED + 10; time += 1) await at(time, () => tell('other'))
  expect(await at(100)).toBe(100 - 11)
})
