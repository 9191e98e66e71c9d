import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { receivedPosition, type WalArchive } from '@basalt/backups/wal-archive.ts'
import { ArchiveBroken, receiveWal } from '@basalt/backups/wal-receiver.ts'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { sql } from 'kysely'
import { interruptibleSleep } from '../../platform/interruptible-sleep.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import {
  LOG_BEHIND_MS,
  LOG_CHECK_MS,
  LOG_PART_MS,
  LOG_RETRY_MS,
  LOG_SLOT,
} from './installation-backups.rules.ts'

interface Deps {
  /** The embedded metadata database, as its superuser. */
  login: { host: string; port: number; user: string; password: string }
  metadata: Metadata
  /** Where backups go. */
  backups: BlobStore
  /** On this machine: what is being received. */
  folder: string
  /** `LOG_PART_MS` by default. */
  partMs?: number
  /** Tells people that changes are on this machine alone, and why; once until they are stored again. */
  reportBehind(failure: string): Promise<void>
  now: () => Date
  onError(error: unknown): void
}

const TOO_SLOW = 'The place where backups go does not respond.'

export type MetadataLog = ReturnType<typeof metadataLog>

/** The folder of an archive in the store. A history of the metadata has one of its own, as each restore begins another. */
export const logFolder = (archive: string) => `installation-log/${archive}`

/** Where the names of archives are noted in the store, so that those that are no longer needed are found. */
export const LOGS_NOTED = 'installation-logs'

/** Receives the log of the metadata, so that what was changed since the last backup of the installation is not lost. */
export function metadataLog({
  login,
  metadata,
  backups,
  folder,
  partMs = LOG_PART_MS,
  reportBehind,
  now,
  onError,
}: Deps) {
  const nameFile = path.join(folder, 'archive')
  const stop = new AbortController()
  const pause = interruptibleSleep()
  stop.signal.addEventListener('abort', pause.wake)
  let receiving: Promise<void> | undefined
  const tried = Promise.withResolvers<void>()
  const failures = onceForEachReason(onError)
  const reports = onceForEachReason(onError)
  /** Everything from before has been stored, or is from before receiving began. */
  let storedUntil = now()
  let isReported = false

  /** A clock that was set back counts too: then nobody knows how long it has been. */
  const isBehind = () => Math.abs(now().getTime() - storedUntil.getTime()) >= LOG_BEHIND_MS

  const reportWhenBehind = async () => {
    if (isReported || !isBehind()) return
    isReported = true
    try {
      await reportBehind(failures.last ?? TOO_SLOW)
    } catch (error) {
      // The metadata may be what is down. It is tried again.
      isReported = false
      reports.tell(error)
    }
  }

  const archiveOf = (name: string): WalArchive => ({
    store: backups,
    folder: logFolder(name),
    unfinished: path.join(folder, name),
  })

  const presentName = () =>
    readFile(nameFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return undefined
    })

  const begin = async () => {
    const before = await presentName()
    const name = randomUUID()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await backups.write(`${LOGS_NOTED}/${name}`, once(Buffer.from(name)))
    await writeFile(`${nameFile}.new`, name, { mode: 0o600, flush: true })
    await rename(`${nameFile}.new`, nameFile)
    if (before !== undefined) await rm(path.join(folder, before), { recursive: true, force: true })
    return name
  }

  /** Makes sure that the database keeps its log until it was received. @throws ArchiveBroken when it did not */
  const ensureSlot = async (archive: WalArchive) => {
    const { rows } = await sql<{ status: string }>`
      select wal_status as status from pg_catalog.pg_replication_slots where slot_name = ${LOG_SLOT}`.execute(
      metadata,
    )
    if (rows[0]?.status === 'lost')
      throw new ArchiveBroken('the server no longer has the log that comes next')
    if (rows[0]) return
    if (await receivedPosition(archive)) throw new ArchiveBroken('its replication slot is gone')
    await sql`select from pg_catalog.pg_create_physical_replication_slot(${LOG_SLOT}, true)`.execute(metadata)
  }

  const dropSlot = () =>
    sql`select pg_catalog.pg_drop_replication_slot(slot_name) from pg_catalog.pg_replication_slots
      where slot_name = ${LOG_SLOT} and not active`.execute(metadata)

  const receive = async () => {
    const archive = archiveOf((await presentName()) ?? (await begin()))
    try {
      await ensureSlot(archive)
      tried.resolve()
      await receiveWal({
        login: { ...login, applicationName: 'basalt archive' },
        slot: LOG_SLOT,
        archive,
        signal: stop.signal,
        partIntervalMs: partMs,
        onStored: ({ time }) => {
          storedUntil = new Date(time)
          failures.forget()
          if (isBehind()) return
          reports.forget()
          isReported = false
        },
      })
    } catch (error) {
      if (!(error instanceof ArchiveBroken)) throw error
      failures.tell(error)
      await dropSlot()
      await begin()
    }
  }

  const run = async () => {
    storedUntil = now()
    const checks = setInterval(() => void reportWhenBehind(), LOG_CHECK_MS).unref()
    while (!stop.signal.aborted) {
      await receive().catch((error) => {
        if (!stop.signal.aborted) failures.tell(error)
      })
      tried.resolve()
      if (!stop.signal.aborted) await pause.sleep(LOG_RETRY_MS)
    }
    clearInterval(checks)
  }

  return {
    /** Begins to receive, unless it has begun. Resolves once the database keeps its log, or that has failed. */
    async start() {
      receiving ??= run()
      await tried.promise
    },

    /** The archive that is being written; undefined before the first. */
    present: presentName,

    archiveOf,

    /** Until when every change has been received, ISO 8601. */
    async until(): Promise<string | undefined> {
      const name = await presentName()
      return name === undefined ? undefined : (await receivedPosition(archiveOf(name)))?.time
    },

    async close() {
      stop.abort(new Error('The server stops'))
      tried.resolve()
      await receiving
    },
  }
}

async function* once(bytes: Buffer) {
  yield bytes
}

/** Passes a failure on unless the last one had the same reason: what fails is tried again every second. */
function onceForEachReason(onError: (error: unknown) => void) {
  let last: string | undefined
  return {
    get last() {
      return last
    },
    tell(error: unknown) {
      const { message } = error as Error
      if (message !== last) onError(error)
      last = message
    },
    forget() {
      last = undefined
    },
  }
}
