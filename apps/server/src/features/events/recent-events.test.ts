import type { PlatformEvent } from '@basalt/contract/events/events.schema.ts'
import { expect, test } from 'vitest'
import { type Audience, createEventBus } from '../../platform/event-bus.ts'
import { QUIET_MAX_MS, RECENT_EVENTS_MAX, recentEvents } from './recent-events.ts'

const event = (slug: string): PlatformEvent => ({ type: 'members', organization_slug: slug })
const ofAcme = async (audience: Audience) =>
  'organizationId' in audience && audience.organizationId === 'acme'

/** Recent events of a bus with a test clock in milliseconds. */
function openRecentEvents() {
  const bus = createEventBus((error) => expect.unreachable(String(error)))
  let ms = 0
  const recent = recentEvents(bus, () => ms)
  const at = (time: number, happens?: () => void) => {
    ms = time
    happens?.()
    return recent.quietMs(ofAcme)
  }
  return { at, publish: (slug: string) => bus.publish(slug, event(slug)) }
}

test('it has been quiet since the server started, but never for longer than the limit', async () => {
  const { at } = openRecentEvents()
  expect(await at(500)).toBe(500)
  expect(await at(QUIET_MAX_MS * 3)).toBe(QUIET_MAX_MS)
})

test('it has been quiet since the last event that concerns the listener', async () => {
  const { at, publish } = openRecentEvents()
  await at(1000, () => publish('acme'))
  await at(2000, () => publish('acme'))
  await at(3000, () => publish('other'))
  expect(await at(3500)).toBe(1500)
})

test('when there were more events than are stored, the older ones may have concerned the listener', async () => {
  const { at, publish } = openRecentEvents()
  for (let time = 1; time <= RECENT_EVENTS_MAX + 10; time += 1) await at(time, () => publish('other'))
  expect(await at(100)).toBe(100 - 11)
})
