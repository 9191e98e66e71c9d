import { receivedPosition, type WalArchive } from '@basalt/backups/wal-archive.ts'
import { ArchiveBroken, LogNotStored, receiveWal } from '@basalt/backups/wal-receiver.ts'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import type pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import { interruptibleSleep } from '../../platform/interruptible-sleep.ts'
import { KeyedQueue } from '../../platform/keyed-queue.ts'
import { ADMIN_ROLE } from '../../platform/project-databases/database-roles.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import type { ReportIncident } from '../notifications/notifications.port.ts'
import {
  ARCHIVE_BEHIND_MS,
  ARCHIVE_SLOT,
  RECEIVER_CHECK_MS,
  RECEIVER_END_MS,
  RECEIVER_NAME,
  RECEIVER_RETRY_MS,
} from './backups.rules.ts'
import { type BackupStore, newArchive } from './backups.store.ts'

interface Deps {
  engine: Engine
  store: Pick<BackupStore, 'settingsOf' | 'change' | 'refsWithLog' | 'refsWithLeftLog' | 'mayKeepLog'>
  databases: Pick<ProjectDatabases, 'asAdmin' | 'logins'>
  archiveOf(ref: string, archive: string): WalArchive
  /** Called when receiving begins: without a backup in the archive, its log is worth nothing. */
  onReceiving(ref: string, archive: string): void
  report: ReportIncident
  now: () => Date
  onError(error: unknown, ref: string): void
}

export type WalReceivers = ReturnType<typeof walReceivers>

interface Receiver {
  stop: AbortController
  ended: Promise<void>
  /** Wakes it when its database starts. */
  poke(): void
  failure: { message: string; since: string; isOfStore: boolean } | undefined
  /** When more was safe last, or receiving began. */
  safeAt: Date
  /** Whether commits wait for it. */
  isSynchronous: boolean
  /** Receives the last of the log at once, before its database stops. */
  hurry(): void
  isReported: boolean
}

const TOO_SLOW =
  'The log is written faster than it is received, or the place where backups go does not respond.'

/** Receives the logs of the projects that keep it, while their databases run. A sleeping database writes none. */
export function walReceivers({
  engine,
  store,
  databases,
  archiveOf,
  onReceiving,
  report,
  now,
  onError,
}: Deps) {
  const receivers = new Map<string, Receiver>()
  /** Changes of what a database keeps, and for whom it waits. */
  const changes = new KeyedQueue()
  let isClosed = false

  /** Whether a time is long ago. When the clock was set back, too: then nobody knows how long. */
  const isLongAgo = (time: Date) => Math.abs(now().getTime() - time.getTime()) >= ARCHIVE_BEHIND_MS

  const tell = async (ref: string, receiver: Receiver) => {
    const { failure, isReported } = receiver
    if (!failure) receiver.isReported = false
    else if (!isReported && isLongAgo(new Date(failure.since))) {
      receiver.isReported = true
      await report(ref, 'project_archive_behind', failure.message)
    }
  }

  /** Notices a log that is received without a failure, and too slowly or not at all. */
  const watched = async (ref: string, receiver: Receiver, work: () => Promise<void>) => {
    receiver.safeAt = now()
    const timer = setInterval(() => {
      if (!receiver.failure && isLongAgo(receiver.safeAt))
        receiver.failure = { message: TOO_SLOW, since: receiver.safeAt.toISOString(), isOfStore: false }
      tell(ref, receiver).catch((error) => onError(error, ref))
    }, RECEIVER_CHECK_MS)
    try {
      await work()
    } finally {
      clearInterval(timer)
    }
  }

  /** Makes sure that the server keeps the log until it was received. @throws ArchiveBroken when it did not */
  const ensureSlot = async (ref: string, archive: WalArchive) => {
    const hasBegun = (await receivedPosition(archive)) !== undefined
    await databases.asAdmin.sessionIfAwake(ref, async (client) => {
      const { rows } = await client.query<{ status: string }>(
        'select wal_status as status from pg_catalog.pg_replication_slots where slot_name = $1',
        [ARCHIVE_SLOT],
      )
      if (rows[0]?.status === 'lost')
        throw new ArchiveBroken('the server no longer has the log that comes next')
      if (rows[0]) return
      if (hasBegun) throw new ArchiveBroken('its replication slot is gone')
      await client.query('select pg_catalog.pg_create_physical_replication_slot($1, true)', [ARCHIVE_SLOT])
    })
  }

  /** Whether commits wait for this receiver. Those that are waiting end when they no longer do. */
  const applySynchronous = async (ref: string) => {
    const { keeps_log, is_synchronous } = await store.settingsOf(ref)
    const isSynchronous = keeps_log && is_synchronous
    const receiver = receivers.get(ref)
    if (receiver) receiver.isSynchronous = isSynchronous
    await databases.asAdmin.sessionIfAwake(ref, (client) =>
      waitFor(client, isSynchronous ? RECEIVER_NAME : undefined),
    )
  }

  /**
   * Makes a database keep no log, and wait for nobody. One that does not run does so when it starts; until then, the metadata
   * says that it is due.
   */
  const clear = (ref: string) =>
    changes.run(ref, async () => {
      const { keeps_log, may_keep_log } = await store.settingsOf(ref)
      if (keeps_log || !may_keep_log) return
      const isCleared = await databases.asAdmin.sessionIfAwake(ref, async (client) => {
        await waitFor(client, undefined)
        await dropSlot(client)
        return true
      })
      if (isCleared) await store.change(ref, { may_keep_log: false })
    })

  const receive = async (ref: string, receiver: Receiver) => {
    const { archive: name } = await store.settingsOf(ref)
    const archive = archiveOf(ref, name)
    try {
      await changes.run(ref, () => ensureSlot(ref, archive))
      await applySynchronous(ref)
      onReceiving(ref, name)
      const { host, port, user, password } = await databases.logins.internalWhileLocked(ref, ADMIN_ROLE)
      await receiveWal({
        login: { host, port, user, password, applicationName: RECEIVER_NAME },
        slot: ARCHIVE_SLOT,
        archive,
        signal: receiver.stop.signal,
        mayRest: () => !receiver.isSynchronous,
        storesAtOnce: receiver.failure?.isOfStore,
        onStopping: (wake) => {
          receiver.hurry = wake
        },
        onPosition: () => {
          // What arrives here does not tell whether it can be stored.
          if (!receiver.failure?.isOfStore) receiver.failure = undefined
          receiver.safeAt = now()
        },
        onStored: () => {
          receiver.failure = undefined
        },
      })
    } catch (error) {
      if (!(error instanceof ArchiveBroken)) throw error
      onError(error, ref)
      await databases.asAdmin.sessionIfAwake(ref, dropSlot)
      // Another receiver or a restore may have begun one.
      if ((await store.settingsOf(ref)).archive === name) await store.change(ref, { archive: newArchive() })
    }
  }

  const run = async (ref: string, receiver: Receiver, wait: () => Promise<void>) => {
    const { signal } = receiver.stop
    while (!signal.aborted) {
      try {
        if (await engine.endpoint(ref)) await watched(ref, receiver, () => receive(ref, receiver))
      } catch (error) {
        if (signal.aborted) return
        // A database that stops meanwhile is no failure.
        if (await engine.endpoint(ref).catch(() => undefined)) {
          if (!receiver.failure) onError(error, ref)
          const { since = now().toISOString() } = receiver.failure ?? {}
          receiver.failure = {
            message: (error as Error).message,
            since,
            isOfStore: error instanceof LogNotStored,
          }
        }
      }
      await tell(ref, receiver)
      if (!signal.aborted) await wait()
    }
  }

  const start = (ref: string) => {
    const known = receivers.get(ref)
    if (isClosed || known) return known?.poke()
    const stop = new AbortController()
    const pause = interruptibleSleep()
    stop.signal.addEventListener('abort', pause.wake)
    const receiver: Receiver = {
      stop,
      ended: Promise.resolve(),
      poke: pause.wake,
      failure: undefined,
      safeAt: now(),
      isSynchronous: false,
      hurry: () => undefined,
      isReported: false,
    }
    receivers.set(ref, receiver)
    receiver.ended = run(ref, receiver, async () => {
      await pause.sleep(RECEIVER_RETRY_MS)
      pause.listen()
    }).catch((error) => onError(error, ref))
  }

  const stop = async (ref: string) => {
    const receiver = receivers.get(ref)
    receivers.delete(ref)
    receiver?.stop.abort(new AppError('instance_unavailable', 'The log is no longer received'))
    await receiver?.ended
  }

  const began = (id: string) => {
    const receiver = receivers.get(id)
    if (receiver) receiver.poke()
    else if (!isClosed)
      void store
        .mayKeepLog(id)
        .then((may) => (may ? clear(id) : undefined))
        .catch((error) => onError(error, id))
  }

  const unsubscribe = engine.subscribe(({ id, state }) => {
    if (state === 'running') began(id)
    if (state === 'stopping') receivers.get(id)?.hurry()
  })

  return {
    start,
    /** Ends receiving; the server keeps the log until it is received again. */
    stop,

    /** Ends receiving for good, so that the server keeps nothing: one that does not run or answer now, once it does. */
    async drop(ref: string) {
      await stop(ref)
      await clear(ref).catch((error) => onError(error, ref))
    },

    /** Does what is still due to databases that run. */
    async clearLeft({ signal }: { signal: AbortSignal }) {
      for (const ref of await store.refsWithLeftLog()) {
        signal.throwIfAborted()
        await clear(ref).catch((error) => onError(error, ref))
      }
    },

    /** Applies whether commits wait for the log to be received. */
    setSynchronous: applySynchronous,

    async startAll() {
      for (const ref of await store.refsWithLog()) start(ref)
    },

    failureOf(ref: string) {
      const failure = receivers.get(ref)?.failure
      return failure ? { message: failure.message, since: failure.since } : null
    },

    async close() {
      isClosed = true
      unsubscribe()
      await Promise.all([...[...receivers.keys()].map(stop), changes.idle()])
    },
  }
}

/** Lets commits wait for the connection of that name, or for none. */
async function waitFor(client: pg.Client, name: string | undefined) {
  const names = name === undefined ? '' : `"${name}"`
  const { rows } = await client.query<{ names: string }>(
    "select pg_catalog.current_setting('synchronous_standby_names') as names",
  )
  if (rows[0]!.names === names) return
  await client.query(`alter system set synchronous_standby_names = '${names}'`)
  await client.query('select pg_catalog.pg_reload_conf()')
}

/** Ends what still receives over the slot, and removes it. */
async function dropSlot(client: pg.Client) {
  await client.query(
    'select pg_catalog.pg_terminate_backend(active_pid, $2) from pg_catalog.pg_replication_slots where slot_name = $1 and active',
    [ARCHIVE_SLOT, RECEIVER_END_MS],
  )
  await client.query(
    'select pg_catalog.pg_drop_replication_slot(slot_name) from pg_catalog.pg_replication_slots where slot_name = $1',
    [ARCHIVE_SLOT],
  )
}
