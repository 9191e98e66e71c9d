import type pg from 'pg'
import { openConnections } from '../../platform/outgoing-requests/exchange.ts'
import type { Platform } from '../../platform/platform.ts'
import { projectWorkers } from '../../platform/project-workers.ts'
import { nextDue } from './outbox.ts'
import { projectDeliverer } from './project-deliverer.ts'
import type { SendEvent } from './send-event.ts'
import type { WebhookAttempt } from './table-webhooks.port.ts'
import type { TableWebhookStore } from './table-webhooks.store.ts'

interface Deps extends Pick<Platform, 'databases' | 'projects' | 'bus' | 'now'> {
  store: TableWebhookStore
  sendEvent: SendEvent
  /** Whether the events of a project are sent; those of a branch are not, unless it is allowed to. */
  sendsRequests(ref: string): Promise<boolean>
  onAttempt(ref: string, attempt: WebhookAttempt): void
  onFailed(error: unknown, ref?: string): void
}

export type TableWebhookDeliverer = ReturnType<typeof tableWebhookDeliverer>

/** Delivers the events of all projects that have webhooks. */
export function tableWebhookDeliverer({ store, sendsRequests, sendEvent, ...deps }: Deps) {
  const connections = openConnections()
  const enabled = async (ref: string) => (await store.list(ref)).filter(({ isEnabled }) => isEnabled)
  const workers = projectWorkers({
    ...deps,
    wakes: store,
    refs: store.refs,
    open: (ref, tools) =>
      projectDeliverer({
        ...tools,
        send: (destination, event, signal) => sendEvent(ref, destination, event, { connections, signal }),
        now: deps.now,
        onAttempt: (attempt) => deps.onAttempt(ref, attempt),
        async destinations() {
          const [webhooks, areSent] = await Promise.all([enabled(ref), sendsRequests(ref)])
          return { enabled: webhooks, areSent }
        },
      }),
    async nextDue(ref) {
      const ids = (await enabled(ref)).map(({ id }) => id)
      return ids.length === 0 ? undefined : (client: pg.Client) => nextDue(client, ids, deps.now())
    },
  })
  return {
    ...workers,
    async close() {
      await workers.close()
      connections.close()
    },
  }
}
