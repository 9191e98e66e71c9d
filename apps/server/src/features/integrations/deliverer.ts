import type { WebhookDelivery } from '@basalt/contract/integrations/webhooks.schema.ts'
import type { DeliveryStore, Due } from './deliveries.store.ts'
import { messageBody } from './message-body.ts'
import { send } from './send.ts'
import { signedHeaders } from './signature.ts'

/** Timers cannot wait longer than some weeks; looking again after an hour costs nothing. */
const LOOK_AGAIN_MS = 60 * 60 * 1000

interface Deps {
  store: DeliveryStore
  now: () => Date
  /** Whether addresses of private networks are sent to. */
  toPrivate: boolean
  onFailed(error: unknown): void
}

export type Deliverer = ReturnType<typeof webhookDeliverer>

/** Sends what is due, now and whenever something becomes due, until closed. Nobody waits for a receiver. */
export function webhookDeliverer({ store, now, toPrivate, onFailed }: Deps) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isClosed = false
  let isAskedAgain = false

  const attempt = async (due: Due, isLast = false): Promise<WebhookDelivery | undefined> => {
    const { id, url, secret, format, message, organization, created_at, attempts } = due
    const body = messageBody(format, message, { organization, at: created_at })
    const headers = signedHeaders(secret, { id, body, at: now() })
    const result = await send({ url, body, headers, toPrivate })
    return store.record(id, { ...result, attempts: attempts + 1, at: now(), isLast })
  }

  const sendDue = async () => {
    isAskedAgain = false
    for (let due = await store.due(now()); due.length > 0 && !isClosed; due = await store.due(now()))
      await Promise.all(due.map((one) => attempt(one)))
    const next = await store.nextDue()
    clearTimeout(timer)
    if (!next || isClosed) return
    const wait = Math.min(Math.max(next.getTime() - now().getTime(), 0), LOOK_AGAIN_MS)
    timer = setTimeout(wake, wait).unref()
  }

  const run = async () => {
    try {
      do await sendDue()
      while (isAskedAgain && !isClosed)
    } catch (error) {
      onFailed(error)
    } finally {
      running = undefined
    }
  }

  /** Resolves when what is due has been tried. */
  const wake = (): Promise<void> => {
    if (isClosed) return Promise.resolve()
    isAskedAgain = true
    running ??= run()
    return running
  }

  return {
    wake,
    /** Sends this one now and never again. */
    sendOnce: (due: Due) => attempt(due, true),
    /** Lets what is on its way arrive or fail; the rest is sent after the next start. */
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
