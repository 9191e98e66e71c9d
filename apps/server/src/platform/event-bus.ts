import type { PlatformEvent } from '@basalt/contract/events/events.schema.ts'

/** Whom an event concerns: every member of an organization, or one user. */
export type Audience = { organizationId: string } | { userId: string }
type Listener = (audience: Audience, event: PlatformEvent) => void

/** Announces changes inside this process, to caches and to open dashboards. The listener decides who may see an event. */
export interface EventBus {
  publish(organizationId: string, event: PlatformEvent): void
  /** For events that concern only this user. */
  publishToUser(userId: string, event: PlatformEvent): void
  /** Returns a function that unsubscribes. */
  subscribe(listener: Listener): () => void
  /** The current number of listeners. */
  listenerCount(): number
}

/** A listener that throws is reported and stops neither the other listeners nor the publisher, whose work is done. */
export function createEventBus(onListenerError: (error: unknown) => void): EventBus {
  const listeners = new Set<Listener>()
  const notify = (audience: Audience, event: PlatformEvent) => {
    for (const listener of listeners) {
      try {
        listener(audience, event)
      } catch (error) {
        onListenerError(error)
      }
    }
  }
  return {
    publish: (organizationId, event) => notify({ organizationId }, event),
    publishToUser: (userId, event) => notify({ userId }, event),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    listenerCount: () => listeners.size,
  }
}

/** The project of an event, which not every member of its organization may see. */
export function projectOf(event: PlatformEvent) {
  if (event.type === 'project') return event.project.ref
  return 'ref' in event ? event.ref : undefined
}
