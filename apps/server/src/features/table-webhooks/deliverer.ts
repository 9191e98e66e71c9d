import type pg from 'pg'
import { openConnections } from '../../platform/outgoing-requests/exchange.ts'
import type { Platform } from '../../platform/platform.ts'
import { POLL_MS, READ_RETRY_MS } from './deliver.rules.ts'
import { nextDue } from './outbox.ts'
import { type ProjectDeliverer, projectDeliverer } from './project-deliverer.ts'
import type { TableWebhookStore } from './table-webhooks.store.ts'

/** The longest timer: timers cannot wait longer than 24 days. */
const TIMER_MAX_MS = 60 * 60 * 1000

interface Deps extends Pick<Platform, 'databases' | 'projects' | 'bus' | 'now'> {
  store: TableWebhookStore
  allowPrivate: boolean
  onFailed(error: unknown, ref?: string): void
}

export type TableWebhookDeliverer = ReturnType<typeof tableWebhookDeliverer>

/**
 * Delivers the events of all projects that have webhooks, while their databases are awake. A sleeping database is woken
 * when an event in it is due.
 */
export function tableWebhookDeliverer({
  store,
  databases,
  projects,
  bus,
  now,
  allowPrivate,
  onFailed,
}: Deps) {
  const running = new Map<string, ProjectDeliverer>()
  const timers = new Map<string, NodeJS.Timeout>()
  const wakeTimes = new Map<string, number | undefined>()
  /** Projects that have webhooks. */
  const refs = new Set<string>()
  const connections = openConnections()
  let isClosed = false
  let unsubscribe: () => void = () => undefined

  const isAwake = async (ref: string) => {
    const project = await projects.find(ref)
    return project?.status === 'ACTIVE_HEALTHY' && project.asleep_since === null
  }

  const setWakeAt = async (ref: string, at: Date | undefined) => {
    if (wakeTimes.has(ref) && wakeTimes.get(ref) === at?.getTime()) return
    await store.setWakeAt(ref, at)
    wakeTimes.set(ref, at?.getTime())
  }

  const open = (ref: string) => {
    if (isClosed || running.has(ref)) return
    clearTimeout(timers.get(ref))
    const deliverer = projectDeliverer({
      connections,
      allowPrivate,
      now,
      destinations: async () => (await store.list(ref)).filter(({ isEnabled }) => isEnabled),
      session: (work) => databases.asAdmin.sessionIfAwake(ref, work),
      onIdle: (next) => setWakeAt(ref, next),
      onFailed: (error) => onFailed(error, ref),
    })
    running.set(ref, deliverer)
    void deliverer.ended
      .then(async (end) => {
        running.delete(ref)
        if (isClosed || !refs.has(ref) || end === 'unneeded') return
        await rest(ref)
      })
      .catch((error) => retry(ref, error))
  }

  const after = (ref: string, ms: number, work: () => Promise<unknown> | unknown) => {
    clearTimeout(timers.get(ref))
    if (isClosed) return
    const run = async () => work()
    timers.set(
      ref,
      setTimeout(() => void run().catch((error) => retry(ref, error)), Math.min(ms, TIMER_MAX_MS)).unref(),
    )
  }
  const retry = (ref: string, error: unknown) => {
    onFailed(error, ref)
    after(ref, READ_RETRY_MS, () => rest(ref))
  }

  /** The database does not run, or was locked: decides when to look again. */
  const rest = async (ref: string) => {
    if (await isAwake(ref)) return after(ref, POLL_MS, () => open(ref))
    const wakeAt = await store.wakeAt(ref)
    if (!wakeAt) return
    const wait = wakeAt.getTime() - now().getTime()
    after(ref, Math.max(wait, 0), () => (wait > 0 ? rest(ref) : wake(ref)))
  }

  /** Paused projects are not woken; the event of their resumption opens them. */
  const wake = async (ref: string) => {
    const project = await projects.find(ref)
    if (project?.status !== 'ACTIVE_HEALTHY' || isClosed) return
    await databases.asAdmin.session(ref, async () => open(ref))
  }

  return {
    async start() {
      isClosed = false
      unsubscribe = bus.subscribe((_audience, event) => {
        if (event.type !== 'project' || !refs.has(event.project.ref)) return
        const { ref, status, asleep_since } = event.project
        if (status === 'ACTIVE_HEALTHY' && asleep_since === null) open(ref)
        else if (asleep_since !== null) void rest(ref).catch((error) => retry(ref, error))
      })
      for (const ref of await store.refs()) {
        refs.add(ref)
        open(ref)
      }
    },

    /** Webhooks of a project have been created, changed or deleted. */
    refresh(ref: string) {
      refs.add(ref)
      const deliverer = running.get(ref)
      if (deliverer) deliverer.refresh()
      else open(ref)
    },

    /** Resolves once nothing in a project is due or being sent. */
    async settled(ref: string) {
      open(ref)
      await running.get(ref)?.settled()
    },

    /** Before a database stops: records what has been sent, and when it must be woken for events that are pending. */
    async release(ref: string) {
      if (!refs.has(ref)) return
      const deliverer = running.get(ref)
      if (deliverer) return deliverer.close()
      const ids = (await store.list(ref)).flatMap(({ id, isEnabled }) => (isEnabled ? [id] : []))
      const read = (client: pg.Client) => nextDue(client, ids, now())
      if (ids.length > 0) await setWakeAt(ref, await databases.asAdmin.sessionWhileLocked(ref, read))
    },

    /** Forgets a deleted project. */
    async forget(ref: string) {
      refs.delete(ref)
      clearTimeout(timers.get(ref))
      timers.delete(ref)
      wakeTimes.delete(ref)
      await running.get(ref)?.close()
    },

    async close() {
      isClosed = true
      unsubscribe()
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all([...running.values()].map((deliverer) => deliverer.close()))
      connections.close()
    },
  }
}
