import { KeyedQueue } from '../../platform/keyed-queue.ts'
import { openConnections } from '../../platform/outgoing-requests/exchange.ts'
import type { Reach } from '../../platform/outgoing-requests/private-networks.ts'
import type { FollowedLogs, LogRemoval } from '../logs/logs.port.ts'
import { type DrainWorker, drainWorker } from './drain-worker.ts'
import type { LogDrainStore, StoredDrain } from './log-drains.store.ts'

interface Deps {
  logs: FollowedLogs
  store: LogDrainStore
  reach: Reach
  now: () => Date
  onFailed(error: unknown, ref?: string): void
}

/** How long to wait after the drains could not be read from the metadata. */
const RETRY_MS = 5_000

export type DrainWorkers = ReturnType<typeof drainWorkers>

/** One worker for each drain that is not paused. */
export function drainWorkers({ logs, store, reach, now, onFailed }: Deps) {
  const connections = openConnections()
  const workers = new Map<string, { ref: string; worker: DrainWorker }>()
  /** Steps of a drain, and removals of its events. */
  const steps = new KeyedQueue()
  /** Openings and closings of a project's workers. */
  const changes = new KeyedQueue()
  let isClosed = false

  const open = (drain: StoredDrain) => {
    const worker = drainWorker({
      drain,
      logs,
      store,
      inOrder: (work) => steps.run(drain.id, work),
      reach,
      connections,
      now,
      onFailed: (error) => onFailed(error, drain.ref),
    })
    workers.set(drain.id, { ref: drain.ref, worker })
  }

  const closeOf = async (ref: string) => {
    const own = [...workers].filter(([, one]) => one.ref === ref)
    for (const [id] of own) workers.delete(id)
    await Promise.all(own.map(([, { worker }]) => worker.close()))
  }

  logs.onWritten((ref) => {
    for (const one of workers.values()) if (one.ref === ref) one.worker.wake()
  })

  logs.onRemoval(async (ref, { source, through, countAfter }: LogRemoval) => {
    for (const { id, positions } of await store.list(ref)) {
      if (!positions.has(source)) continue
      await steps.run(id, async () => {
        const worker = workers.get(id)?.worker
        const stored = (await store.find(ref, id))?.positions.get(source)
        if (stored === undefined) return
        const lost = await countAfter(worker?.position(source) ?? stored)
        await store.lose(id, source, through, lost)
        worker?.skipTo(source, through)
      })
    }
  })

  return {
    async start() {
      for (;;) {
        try {
          const all = await store.all()
          if (isClosed) return
          for (const drain of all) if (!drain.isPaused && !workers.has(drain.id)) open(drain)
          return
        } catch (error) {
          onFailed(error)
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
          if (isClosed) return
        }
      }
    },

    /** Changes the drains of a project while none of them works, and lets them go on as they are then. */
    changing: <T>(ref: string, change: () => Promise<T>): Promise<T> =>
      changes.run(ref, async () => {
        await closeOf(ref)
        try {
          return await change()
        } finally {
          const drains = await store.list(ref)
          if (!isClosed) for (const drain of drains) if (!drain.isPaused) open(drain)
        }
      }),

    forget: (ref: string) => changes.run(ref, () => closeOf(ref)),

    async close() {
      isClosed = true
      await changes.idle()
      await Promise.all([...workers.values()].map(({ worker }) => worker.close()))
      connections.close()
    },
  }
}
