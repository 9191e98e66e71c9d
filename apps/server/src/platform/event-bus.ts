import type { PlatformEvent } from '@basalt/contract/events/events.schema.ts'

/** Whom an event concerns: every member of an organization, or one user. */
export type Audience = { organizationId: string } | { userId: string }
type Listener = (audience: Audience, event: PlatformEvent) => void

/** Passes events from the code that changes something to every open dashboard; the listener decides who may see one. */
export interface EventBus {
  publish(organizationId: string, event: PlatformEvent): void
  /** For what is nobody else's. */
  publishToUser(userId: string, event: PlatformEvent): void
  /** Returns how to stop. */
  subscribe(listener: Listener): () => void
  /** How many listen right now. */
  listenerCount(): number
}

export function createEventBus(): EventBus {
  const listeners = new Set<Listener>()
  const tell = (audience: Audience, event: PlatformEvent) => {
    for (const listener of listeners) listener(audience, event)
  }
  return {
    publish: (organizationId, event) => tell({ organizationId }, event),
    publishToUser: (userId, event) => tell({ userId }, event),
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
  return event.type === 'project_removed' ? event.ref : undefined
}
