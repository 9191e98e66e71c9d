import type { WebhookDelivery } from '@basalt/contract/integrations/webhooks.schema.ts'
import type { Reach } from '../../platform/outgoing-requests/private-networks.ts'
import { send } from '../../platform/outgoing-requests/send.ts'
import { signedHeaders } from '../../platform/outgoing-requests/signature.ts'
import type { DeliveryStore, DueDelivery } from './deliveries.store.ts'
import { messageBody } from './message-body.ts'

/** The longest sleep between checks: timers cannot wait longer than 24 days. */
const SLEEP_MAX_MS = 60 * 60 * 1000

interface Deps {
  store: DeliveryStore
  now: () => Date
  /** The addresses that may be sent to. */
  reach: Reach
  onFailed(error: unknown): void
}

export type Deliverer = ReturnType<typeof webhookDeliverer>

/** Sends due deliveries, now and whenever one becomes due, until closed. Callers do not wait for receivers. */
export function webhookDeliverer({ store, now, reach, onFailed }: Deps) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isClosed = false
  let isWakeRequested = false

  const attempt = async (due: DueDelivery, isLast = false): Promise<WebhookDelivery | undefined> => {
    const { id, url, secret, format, message, organization, created_at, attempts } = due
    const body = messageBody(format, message, { organization, at: created_at })
    const headers = signedHeaders(secret, { id, body, at: now() })
    const result = await send({ url, body, headers, reach })
    return store.record(id, { ...result, attempts: attempts + 1, at: now(), isLast })
  }

  const sendDue = async () => {
    isWakeRequested = false
    for (let due = await store.due(now()); due.length > 0 && !isClosed; due = await store.due(now()))
      await Promise.all(due.map((one) => attempt(one)))
    const next = await store.nextDue()
    clearTimeout(timer)
    if (!next || isClosed) return
    const wait = Math.min(Math.max(next.getTime() - now().getTime(), 0), SLEEP_MAX_MS)
    timer = setTimeout(wake, wait).unref()
  }

  const run = async () => {
    try {
      do await sendDue()
      while (isWakeRequested && !isClosed)
    } catch (error) {
      onFailed(error)
    } finally {
      running = undefined
    }
  }

  /** Resolves when all due deliveries have been attempted. */
  const wake = (): Promise<void> => {
    if (isClosed) return Promise.resolve()
    isWakeRequested = true
    running ??= run()
    return running
  }

  return {
    wake,
    /** Attempts this delivery now, without retries. */
    sendOnce: (due: DueDelivery) => attempt(due, true),
    /** Waits for the attempts in progress; the rest is sent after the next start. */
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
