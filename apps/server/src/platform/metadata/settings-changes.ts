import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { breakConnection } from '../project-databases/project-connection.ts'
import { METADATA_CONNECT_TIMEOUT_MS } from './metadata.rules.ts'

/** The channel that the tables announce their changes on. */
const CHANNEL = 'basalt_settings'
const RECONNECT_MS = 1_000
/** How often the connection is tried, in case it broke without a sign. */
const CHECK_MS = 30_000

/** What is cached by every server process, as the triggers name it. */
export type SettingsKind = 'auth' | 'data-api' | 'keys'

/** A cache of what belongs to projects. */
export interface ProjectCache {
  /** The value of one project has changed. */
  forget(ref: string): void
  /** Changes may have been missed. */
  forgetAll(): void
}

/** Where caches learn what other server processes have changed. */
export interface SettingsChanges {
  add(kind: SettingsKind, cache: ProjectCache): void
}

/** For programs that are the only one on their metadata. */
export const NO_OTHER_PROCESS: SettingsChanges = { add: () => undefined }

/**
 * Follows changes of settings and keys by any server process, on a connection of its own. While the metadata cannot be
 * reached, caches keep what they have, because nobody can change it; afterwards they forget everything.
 */
export function followSettings(connectionString: string) {
  const caches = new Map<string, ProjectCache[]>()
  const ending = new AbortController()
  let current: pg.Client | undefined

  const receive = (payload: string) => {
    const [kind = '', ref = ''] = payload.split(' ')
    for (const cache of caches.get(kind) ?? []) cache.forget(ref)
  }
  /** Resolves when the connection has ended. */
  const followOnce = async () => {
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: METADATA_CONNECT_TIMEOUT_MS,
      query_timeout: METADATA_CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'basalt settings',
    })
    current = client
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    client.once('end', () => end())
    // The end follows.
    client.on('error', () => undefined)
    client.on('notification', ({ payload = '' }) => receive(payload))
    let timer: NodeJS.Timeout | undefined
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      for (const all of caches.values()) for (const cache of all) cache.forgetAll()
      timer = setInterval(() => void client.query('select').catch(() => end()), CHECK_MS)
      timer.unref()
      await isOver
    } finally {
      clearInterval(timer)
      current = undefined
      // A database that hangs would not answer a good-bye.
      breakConnection(client)
    }
  }
  const following = (async () => {
    while (!ending.signal.aborted) {
      // It is tried again: an outage of the metadata is reported by everything that needs it.
      await followOnce().catch(() => undefined)
      await setTimeout(RECONNECT_MS, undefined, { signal: ending.signal, ref: false }).catch(() => undefined)
    }
  })()

  return {
    add(kind: SettingsKind, cache: ProjectCache) {
      caches.set(kind, [...(caches.get(kind) ?? []), cache])
    },
    async close() {
      ending.abort()
      if (current) breakConnection(current)
      await following
    },
  } satisfies SettingsChanges & { close(): Promise<void> }
}
