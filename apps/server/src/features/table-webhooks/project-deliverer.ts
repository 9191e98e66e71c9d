import { functionOf } from '@basalt/contract/integrations/function-uri.rules.ts'
import type pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import { interruptibleSleep } from '../../platform/interruptible-sleep.ts'
import type { SendResult } from '../../platform/outgoing-requests/send.ts'
import type { ProjectWorker, WorkerEnd, WorkerTools } from '../../platform/project-workers.ts'
import { within } from '../../platform/within.ts'
import {
  CLOSE_TIMEOUT_MS,
  CONCURRENT_CALLS,
  CONCURRENT_REQUESTS,
  EVENTS_READ,
  nextAttemptOf,
  POLL_MS,
  RECORD_DELAY_MS,
  RESULTS_RECORDED,
} from './deliver.rules.ts'
import { eventQueue } from './event-queue.ts'
import { type AttemptResult, nextDue, type OutboxEvent, readDue, record, trim } from './outbox.ts'
import { eventId } from './sent-event.ts'
import type { WebhookAttempt } from './table-webhooks.port.ts'
import type { Destination, StoredWebhook } from './table-webhooks.store.ts'
import { unsent } from './unsent.ts'

interface Deps extends WorkerTools {
  /** The enabled webhooks, and whether their events are sent; read whenever either has changed. */
  destinations(): Promise<{ readonly enabled: readonly StoredWebhook[]; readonly areSent: boolean }>
  send(destination: Destination, event: OutboxEvent, signal: AbortSignal): Promise<SendResult>
  now: () => Date
  onAttempt(attempt: WebhookAttempt): void
}

interface Lane {
  destination: StoredWebhook
  readonly queue: ReturnType<typeof eventQueue<OutboxEvent>>
  finishedSinceTrim: number
}

const concurrencyOf = ({ url }: Destination) => (functionOf(url) ? CONCURRENT_CALLS : CONCURRENT_REQUESTS)

/** After this many deliveries of a webhook, its oldest are deleted. */
const TRIM_EVERY = 500

/**
 * Delivers the events of one project's outbox until it is closed or the database stops. What has been sent and could
 * not be recorded by then is sent again.
 */
export function projectDeliverer(deps: Deps): ProjectWorker {
  const { session, destinations, onIdle, send, now, onAttempt, onFailed } = deps
  const lanes = new Map<string, Lane>()
  let results: (AttemptResult & { readonly event: OutboxEvent })[] = []
  const attempts = new Set<Promise<void>>()
  const cutOff = new AbortController()
  let isClosed = false
  let areDestinationsRead = false
  let areSent = true
  const pause = interruptibleSleep()
  /** Resolved at the next moment in which nothing is due or being sent. */
  let idleWaiters: (() => void)[] = []

  const attempt = async (lane: Lane, event: OutboxEvent) => {
    const { id: webhook } = lane.destination
    const isSent = areSent
    const result = isSent ? await send(lane.destination, event, cutOff.signal) : unsent
    // What was cut off has no result, and is sent again.
    if (cutOff.signal.aborted) return
    const attempts = event.attempts + 1
    const at = now()
    const nextAttempt =
      result.isDelivered || !isSent ? undefined : nextAttemptOf(attempts, event.created_at, at)
    lane.queue.settle(event, nextAttempt !== undefined)
    const outcome = result.isDelivered ? 'delivered' : nextAttempt ? 'pending' : 'failed'
    const { answer, durationMs, excerpt } = result
    results.push({
      event,
      webhook,
      id: event.id,
      outcome,
      attempts,
      answer,
      durationMs,
      excerpt,
      at,
      nextAttempt,
    })
    onAttempt({
      webhook: lane.destination.name,
      eventId: eventId(lane.destination, event.id),
      attempt: attempts,
      outcome,
      answer,
      durationMs,
      at,
    })
    if (isClosed) return
    sendMore(lane)
    if (results.length >= RESULTS_RECORDED || sendingCount() === 0) pause.wake()
  }

  const sendMore = (lane: Lane) => {
    for (let event = lane.queue.next(); event; event = lane.queue.next()) {
      const sending = attempt(lane, event)
        .catch(onFailed)
        .finally(() => attempts.delete(sending))
      attempts.add(sending)
    }
  }
  const sendingCount = () => [...lanes.values()].reduce((sum, { queue }) => sum + queue.sendingCount, 0)

  const readDestinations = async () => {
    areDestinationsRead = true
    const { enabled, ...switched } = await destinations()
    areSent = switched.areSent
    const ids = new Set(enabled.map(({ id }) => id))
    for (const [id, lane] of lanes) {
      if (ids.has(id)) continue
      lane.queue.clear()
      // An event that is being sent is waited for, so that it is not sent twice when the webhook is enabled again.
      if (lane.queue.held().length === 0) lanes.delete(id)
    }
    for (const destination of enabled) {
      const lane = lanes.get(destination.id)
      if (lane) lane.destination = destination
      else {
        const made: Lane = {
          destination,
          queue: eventQueue<OutboxEvent>(() => concurrencyOf(made.destination)),
          finishedSinceTrim: 0,
        }
        lanes.set(destination.id, made)
      }
    }
    return ids
  }

  const recordResults = async (client: pg.Client) => {
    // Results that arrive meanwhile are recorded next time.
    const recorded = [...results]
    await record(client, recorded)
    results = results.slice(recorded.length)
    for (const { event, webhook, outcome } of recorded) {
      const lane = lanes.get(webhook)
      lane?.queue.recorded([event])
      if (lane && outcome !== 'pending') lane.finishedSinceTrim++
    }
    for (const lane of lanes.values())
      if (lane.finishedSinceTrim >= TRIM_EVERY) {
        await trim(client, lane.destination.id)
        lane.finishedSinceTrim = 0
      }
  }

  /** Records results and reads due events. Whether nothing is due or being sent. */
  const exchange = async (client: pg.Client, enabled: ReadonlySet<string>): Promise<boolean> => {
    await recordResults(client)
    const rooms = new Map(
      [...lanes]
        .filter(([id, { queue }]) => enabled.has(id) && queue.queuedCount < EVENTS_READ / 2)
        .map(([id, { queue }]) => [id, EVENTS_READ - queue.queuedCount]),
    )
    if (rooms.size === 0) return false
    const held = [...lanes.values()].flatMap(({ queue }) => queue.held())
    const due = await readDue(client, { rooms, held, now: now() })
    for (const [id, lane] of lanes) {
      lane.queue.add(due.filter(({ webhook }) => webhook === id))
      if (!isClosed) sendMore(lane)
    }
    return due.length === 0 && sendingCount() === 0 && results.length === 0
  }

  const deliver = async (client: pg.Client): Promise<WorkerEnd> => {
    let enabled: ReadonlySet<string> = new Set()
    while (!isClosed) {
      pause.listen()
      const waiters = idleWaiters
      if (!areDestinationsRead) enabled = await readDestinations()
      if (enabled.size === 0 && sendingCount() === 0 && results.length === 0) {
        await onIdle(undefined)
        return 'unneeded'
      }
      if (await exchange(client, enabled)) {
        await onIdle(await nextDue(client, [...enabled], now()))
        idleWaiters = idleWaiters.filter((waiter) => !waiters.includes(waiter))
        for (const done of waiters) done()
        await pause.sleep(POLL_MS)
      } else await pause.sleep(RECORD_DELAY_MS)
    }
    await within(CLOSE_TIMEOUT_MS, Promise.all(attempts))
    cutOff.abort()
    await recordResults(client)
    await onIdle(await nextDue(client, [...enabled], now()))
    return 'closed'
  }

  const run = async (): Promise<WorkerEnd> => {
    try {
      return (await session(deliver)) ?? 'stopped'
    } catch (error) {
      // Restarts end connections; whether the database runs is decided by the caller.
      if (!(error instanceof AppError && error.code === 'instance_unavailable')) onFailed(error)
      return 'stopped'
    } finally {
      isClosed = true
      cutOff.abort()
      // A successor must not send what is still being sent.
      await Promise.all(attempts)
      for (const done of idleWaiters) done()
    }
  }
  const running = run()

  return {
    ended: running,

    settled: () =>
      new Promise<void>((resolve) => {
        idleWaiters = [...idleWaiters, resolve]
        void running.then(() => resolve())
        pause.wake()
      }),

    /** Webhooks have been created, changed or deleted. */
    refresh() {
      areDestinationsRead = false
      pause.wake()
    },

    async close() {
      isClosed = true
      pause.wake()
      await running
    },
  }
}
