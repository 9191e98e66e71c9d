import type { PlatformEvent } from '@basalt/contract/events/events.schema.ts'
import type { Audience, EventBus } from '../../platform/event-bus.ts'
import { EVENTS_REMEMBERED, QUIET_MS_MAX } from './recent-events.rules.ts'

/** Remembers what has happened lately, for those who begin to listen. */
export function recentEvents(bus: Pick<EventBus, 'subscribe'>, now = () => performance.now()) {
  const startedAt = now()
  const events: { audience: Audience; event: PlatformEvent; at: number }[] = []
  const stop = bus.subscribe((audience, event) => {
    events.push({ audience, event, at: now() })
    if (events.length > EVENTS_REMEMBERED) events.shift()
  })
  return {
    stop,
    /** For how many milliseconds nothing is known to have happened that concerns somebody: rather too few than too many. */
    async quietMs(concerns: (audience: Audience, event: PlatformEvent) => Promise<boolean>): Promise<number> {
      const askedAt = now()
      const earliest = Math.max(startedAt, askedAt - QUIET_MS_MAX)
      const known = [...events]
      let quietSince = known.length < EVENTS_REMEMBERED ? earliest : Math.max(earliest, known[0]!.at)
      for (const { audience, event, at } of known.toReversed()) {
        if (at <= quietSince) break
        if (await concerns(audience, event)) quietSince = at
      }
      return askedAt - quietSince
    },
  }
}
