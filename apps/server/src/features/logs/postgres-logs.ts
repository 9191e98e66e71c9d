import { isProjectRef } from '@basalt/contract/projects/projects.rules.ts'
import type { LogEvent } from '@basalt/log-store/log-event.ts'
import type { LogStore } from '@basalt/log-store/log-store.ts'
import type { Engine, LogEntry } from '@basalt/postgres-supervisor/engine.ts'
import { API_APPLICATION } from '../../platform/project-databases/project-connection.ts'
import { postgresSource } from './log-views.ts'

interface Deps {
  engine: Pick<Engine, 'logsAfter' | 'watchLog' | 'subscribe'>
  store: Pick<LogStore, 'append' | 'cursor'>
  onFailed(error: unknown, ref: string): void
}

/** How often the logs that databases have written to are read: events are visible within two seconds. */
const READ_EVERY_MS = 1_000
/** Of so many rounds, one reads all logs, should the system not have told of a line. */
const ROUNDS_PER_FULL_ROUND = 15

export type PostgresLogs = ReturnType<typeof postgresLogs>

/**
 * Copies what the databases of projects log into the store. How far a log has been read is written together with its events,
 * so that a killed server neither loses nor repeats any.
 */
export function postgresLogs({ engine, store, onFailed }: Deps) {
  /** With the function that ends the watching of each; undefined where it is not possible. */
  const running = new Map<string, (() => void) | undefined>()
  /** Those that have written to their logs since they were read. */
  const written = new Set<string>()
  /** Those that stopped since the last round, whose last lines are read once more. */
  const stopped = new Set<string>()
  const positions = new Map<string, string | undefined>()
  const copying = new Map<string, Promise<void>>()
  const failing = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let rounds = 0
  let isClosed = false

  const begin = (ref: string) => {
    end(ref)
    running.set(
      ref,
      engine.watchLog(ref, () => written.add(ref)),
    )
    written.add(ref)
  }
  const end = (ref: string) => {
    running.get(ref)?.()
    running.delete(ref)
    written.delete(ref)
  }

  const unsubscribe = engine.subscribe(({ id, state }) => {
    if (!isProjectRef(id)) return
    if (state === 'running') begin(id)
    else if (running.has(id)) {
      end(id)
      stopped.add(id)
    }
  })

  async function copyOf(ref: string) {
    if (!positions.has(ref)) positions.set(ref, await store.cursor(ref, postgresSource.name))
    for (;;) {
      const { entries, leftOut, position, isMore } = await engine.logsAfter(ref, positions.get(ref))
      if (position !== undefined && position !== positions.get(ref)) {
        const [first, ...rest] = entries.map(postgresEvent)
        const events = first ? [leftOut > 0 ? { ...first, left_out: leftOut } : first, ...rest] : []
        await store.append(ref, postgresSource.name, events, position)
        positions.set(ref, position)
      }
      if (!isMore || isClosed) return
    }
  }

  /** Copies of the same log run one after the other, or events would be there twice. */
  const copy = (ref: string) => {
    const before = copying.get(ref) ?? Promise.resolve()
    const copied: Promise<void> = before
      .then(() => copyOf(ref))
      .then(
        () => void failing.delete(ref),
        (error: unknown) => {
          positions.delete(ref)
          // Said once, not every second, for as long as the disk is full.
          if (!failing.has(ref)) onFailed(error, ref)
          failing.add(ref)
        },
      )
      .finally(() => copying.get(ref) === copied && copying.delete(ref))
    copying.set(ref, copied)
    return copied
  }

  async function copyAll() {
    const isFull = rounds % ROUNDS_PER_FULL_ROUND === 0
    rounds += 1
    const due = [...running].filter(
      ([ref, watch]) => isFull || !watch || written.has(ref) || failing.has(ref),
    )
    const refs = [...due.map(([ref]) => ref), ...stopped]
    stopped.clear()
    for (const ref of refs) {
      if (isClosed) return
      // What is written from now on is read in the next round.
      written.delete(ref)
      await copy(ref)
    }
  }

  const next = () => {
    round ??= copyAll().finally(() => {
      round = undefined
    })
    return round
  }

  return {
    start() {
      timer = setInterval(() => void next(), READ_EVERY_MS).unref()
    },
    /** Copies what a project's database has logged so far. */
    flush: copy,
    forget(ref: string) {
      end(ref)
      stopped.delete(ref)
      positions.delete(ref)
      failing.delete(ref)
    },
    async close() {
      unsubscribe()
      clearInterval(timer)
      for (const ref of [...running.keys()]) end(ref)
      isClosed = true
      await round
      await Promise.all(copying.values())
    },
  }
}

/** The Data API names the request in its sessions' application_name. */
const REQUEST = new RegExp(`^${API_APPLICATION} ([0-9a-f-]{36})$`)

const postgresEvent = (entry: LogEntry): LogEvent => ({
  timestamp: Date.parse(entry.time) || Date.now(),
  event_message: entry.message,
  severity: entry.severity,
  sqlstate: entry.sqlstate,
  detail: entry.detail,
  hint: entry.hint,
  user_name: entry.user,
  database: entry.database,
  application: entry.application,
  backend: entry.backend,
  pid: entry.pid,
  session_id: entry.session,
  request_id: REQUEST.exec(entry.application ?? '')?.[1],
})
