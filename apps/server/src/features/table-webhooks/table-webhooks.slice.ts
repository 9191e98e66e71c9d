import { publicAnd } from '../../platform/outgoing-requests/private-networks.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import type { Branches } from '../branches/branches.port.ts'
import type { Ledger } from '../ledger/ledger.port.ts'
import { functionCalls } from './call-function.ts'
import { tableWebhookDeliverer } from './deliverer.ts'
import { eventSender } from './send-event.ts'
import type { WebhookAttempt } from './table-webhooks.port.ts'
import { tableWebhookRoutes } from './table-webhooks.routes.ts'
import { tableWebhooksService } from './table-webhooks.service.ts'
import { tableWebhookStore } from './table-webhooks.store.ts'

interface Needs extends Pick<Ledger, 'recorded'>, Pick<Branches, 'sendsRequests'> {
  /** Called after each attempt to deliver a change. */
  onAttempt(ref: string, attempt: WebhookAttempt): void
}

/** Webhooks that receive the changes of tables. */
export function tableWebhooksSlice(platform: Platform, { recorded, sendsRequests, onAttempt }: Needs) {
  const { gates, config, metadata, secrets, databases, projects, bus, now, failed } = platform
  const store = tableWebhookStore(metadata, secrets)
  const reach = publicAnd(config.privateNetworks.requests)
  const sendEvent = eventSender({ reach, callFunction: functionCalls(databases.asCaller), now })
  const onFailed = failed('Delivering the events of tables failed')
  const deliverer = tableWebhookDeliverer({
    store,
    sendsRequests,
    databases,
    projects,
    bus,
    now,
    sendEvent,
    onAttempt,
    onFailed,
  })
  return {
    deliverer,
    routes: (app) =>
      app.register(
        tableWebhookRoutes({
          gates,
          webhooks: tableWebhooksService({ databases, store, deliverer, recorded, sendEvent, now }),
        }),
      ),
    start: (resumed) => void resumed.then(deliverer.start).catch(onFailed),
    release: deliverer.release,
    forget: deliverer.forget,
    close: deliverer.close,
  } satisfies SliceWithPort
}
