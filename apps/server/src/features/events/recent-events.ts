import type { PlatformEvent } from '@basalt/contract/events/events.schema.ts'
import type { Audience, EventBus } from '../../platform/event-bus.ts'

/** A page that takes longer than this to load and listen requests again what it has loaded. */
export const QUIET_MAX_MS = 60_000
/** Events that are checked for a listener. When there were more, the older ones count as relevant. */
export const RECENT_EVENTS_MAX = 50

/** Stores recent events, for pages that begin to listen. */
export function recentEvents(bus: Pick<EventBus, 'subscribe'>, now = () => performance.now()) {
  const startedAt = now()
  const events: { audience: Audience; event: PlatformEvent; at: number }[] = []
  const stop = bus.subscribe((audience, event) => {
    events.push({ audience, event, at: now() })
    if (events.length > RECENT_EVENTS_MAX) events.shift()
  })
  return {
    stop,
    /** Milliseconds since the last event that concerns a listener, as far as known: rather too few than too many. */
    async quietMs(concerns: (audience: Audience, event: PlatformEvent) => Promise<boolean>): Promise<number> {
      const requestedAt = now()
      const earliest = Math.max(startedAt, requestedAt - QUIET_MAX_MS)
      const recorded = [...events]
      let quietSince = recorded.length < RECENT_EVENTS_MAX ? earliest : Math.max(earliest, recorded[0]!.at)
      for (const { audience, event, at } of recorded.toReversed()) {
        if (at <= quietSince) break
        if (await concerns(audience, event)) quietSince = at
      }
      return requestedAt - quietSince
    },
  }
}
