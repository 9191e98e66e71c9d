import { randomUUID } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { readIndex } from '@basalt/backups/backup-index.ts'
import { backupOfKey } from '@basalt/backups/backup-keys.ts'
import { restoredFiles, restoredSize } from '@basalt/backups/restored-files.ts'
import { removeBackup, takeBackup } from '@basalt/backups/take-backup.ts'
import { removeSegmentsBefore } from '@basalt/backups/wal-archive.ts'
import type { InstallationBackups } from '@basalt/contract/installation-backups/installation-backups.schema.ts'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { type Engine, ignoreMissingInstance } from '@basalt/postgres-supervisor/engine.ts'
import { lsnOf } from '@basalt/postgres-wire/lsn.ts'
import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import { AppError } from '../../http/app-error.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { CheckRestored } from '../backups/backups.port.ts'
import { copyFiles } from './copied-files.ts'
import {
  expiredInstallationBackups,
  INSTALLATION_FOLDER,
  NO_SUMMARIES,
  nextInstallationBase,
} from './installation-backups.rules.ts'
import type { InstallationBackupStore } from './installation-backups.store.ts'
import { type InstallationParts, readManifests, removeManifest, writeManifest } from './manifest.ts'
import { LOGS_NOTED, logFolder, type MetadataLog } from './metadata-log.ts'

/** What a backup of the installation reads. */
export interface InstallationSource {
  /** The embedded metadata database, as its superuser; undefined when it is one of the operator's own. */
  metadata: { host: string; port: number; user: string; password: string } | undefined
  dataDir: string
  /** The file in which the key of all secrets is, and its fingerprint. */
  key: { file: string; fingerprint: string }
}

interface Deps {
  source: InstallationSource
  rows: InstallationBackupStore
  engine: Pick<Engine, 'networkAddress'>
  secrets: Secrets
  /** Where backups go, and what that place is called. */
  backups: BlobStore
  place: string
  /** The bytes of the projects' files; undefined when a restored installation finds them where they are. */
  files: BlobStore | undefined
  /** Whether what is stored there is encrypted. */
  isEncrypted: boolean
  settings: Record<string, string>
  version: string
  /** From here on the server notes which blocks of the metadata change. */
  noteChanges(): Promise<void>
  checkRestored: CheckRestored
  /** Undefined when the metadata are in a database of the operator's own. */
  log: MetadataLog | undefined
  now: () => Date
}

/** The instance that a backup of the metadata is restored into to be checked. */
const CHECK_INSTANCE = 'installation-check'

export type InstallationBackupService = ReturnType<typeof installationBackupService>

/** Backups of the installation itself: its metadata, keys and settings, and the bytes of the projects' files. */
export function installationBackupService(deps: Deps) {
  const { source, rows, engine, secrets, backups, files, now } = deps

  /** Makes the rows say what is in the store, and removes what a killed server left there. */
  const reconcile = async () => {
    const stored = new Set<string>()
    const complete = new Set<string>()
    for await (const { key } of backups.list(INSTALLATION_FOLDER)) {
      const id = backupOfKey(key)
      if (id === undefined) continue
      stored.add(id)
      if (key.endsWith('_index')) complete.add(id)
    }
    const known = await rows.list()
    for (const { id } of known) if (!complete.has(id)) await rows.remove(id)
    for (const id of stored) {
      if (!complete.has(id)) await remove(id)
      else if (!known.some((one) => one.id === id))
        await rows.add(await readIndex(backups, INSTALLATION_FOLDER, id))
    }
  }

  const remove = async (id: string) => {
    await removeBackup(backups, INSTALLATION_FOLDER, id)
    await removeManifest(backups, id)
    await rows.remove(id)
  }

  const parts = async (): Promise<InstallationParts> => {
    const folder = path.dirname(source.key.file)
    const keys: Record<string, string> = {}
    for (const name of await readdir(folder)) {
      const file = path.join(folder, name)
      if (file !== source.key.file) keys[name] = await readFile(file, 'utf8')
    }
    const ports: Record<string, number> = {}
    for (const { ref, isProject } of await rows.refs()) {
      if (!isProject) continue
      const address = (await engine.networkAddress(ref).catch(ignoreMissingInstance))?.port
      if (address !== undefined) ports[ref] = address
    }
    return { keys, settings: deps.settings, ports }
  }

  const take = async (signal: AbortSignal) => {
    if (!source.metadata) throw new AppError('conflict', NOT_EMBEDDED)
    const id = randomUUID()
    await writeManifest(backups, id, await parts(), {
      version: deps.version,
      key: source.key.fingerprint,
      log: await deps.log?.present(),
      secrets,
    })
    await deps.noteChanges()
    const login = { ...source.metadata, applicationName: 'basalt backup' }
    const taken = (base?: string) =>
      takeBackup({ login, store: backups, folder: INSTALLATION_FOLDER, id, base, signal })
    const base = nextInstallationBase(await rows.list(), now())
    if (!base) return taken()
    return taken(base.id).catch((error) => {
      if (!(error instanceof PostgresError) || error.sqlstate !== NO_SUMMARIES) throw error
      return taken()
    })
  }

  /** Removes the log that no backup needs any more: all of an archive, or what comes before the oldest backup in it. */
  const removeUnusedLog = async () => {
    const present = await deps.log?.present()
    if (!deps.log || present === undefined) return
    const manifests = await readManifests(backups)
    const needed = new Set([present, ...[...manifests.values()].map(({ log }) => log)])
    for await (const { key } of backups.list(LOGS_NOTED)) {
      const name = key.slice(LOGS_NOTED.length + 1)
      if (needed.has(name)) continue
      for await (const segment of backups.list(logFolder(name))) await backups.remove(segment.key)
      await backups.remove(key)
    }
    const oldest = (await rows.list()).findLast(({ id }) => manifests.get(id)?.log === present)
    if (!oldest) return
    const { startLsn } = await readIndex(backups, INSTALLATION_FOLDER, oldest.id)
    await removeSegmentsBefore(deps.log.archiveOf(present), lsnOf(startLsn))
  }

  return {
    /** Backs the installation up, and restores the backup to check it. Throws when either fails. */
    async run({ signal, progress }: { signal: AbortSignal; progress?: (done: number) => void }) {
      await reconcile()
      if (files)
        await copyFiles({ rows, files, backups, now }, { signal, ...(progress && { onCopied: progress }) })
      // From before the backup on, so that it can be restored to the last seconds.
      await deps.log?.start()
      const index = await take(signal)
      await rows.add(index)
      const { seconds, problem } = await deps.checkRestored(CHECK_INSTANCE, {
        files: () => restoredFiles(backups, INSTALLATION_FOLDER, index.id),
        totalBytes: await restoredSize(backups, INSTALLATION_FOLDER, index),
        signal,
      })
      await rows.verify(index.id, now(), { seconds, problem })
      if (problem !== null) throw new Error(`The backup did not survive its check: ${problem}`)
      for (const { id } of expiredInstallationBackups(await rows.list(), now())) await remove(id)
      await removeUnusedLog()
    },

    async overview(): Promise<InstallationBackups> {
      const [list, confirmedAt, totals] = await Promise.all([
        rows.list(),
        rows.keyConfirmedAt(),
        files && rows.totals(),
      ])
      return {
        is_available: source.metadata !== undefined,
        place: deps.place,
        is_encrypted: deps.isEncrypted,
        is_on_same_disk: await isOnSameDisk(deps.place, source.dataDir),
        backups: list.map(
          ({ id, kind, ended_at: completed_at, size_bytes, verified_at, restore_seconds, problem }) => ({
            id,
            kind,
            completed_at,
            size_bytes,
            checked_at: verified_at,
            verified_at: problem === null ? verified_at : null,
            restore_seconds,
            problem,
          }),
        ),
        log_until: (await deps.log?.until()) ?? null,
        files: totals ?? null,
        key: { file: source.key.file, confirmed_at: confirmedAt },
      }
    },

    /** Throws `validation_failed` for the fingerprint of another file. */
    async confirmKey(fingerprint: string) {
      if (fingerprint !== source.key.fingerprint) {
        const message =
          'This is the fingerprint of another file. Copy the key file that is in use once more, and check that copy.'
        throw new AppError('validation_failed', message, {
          details: { issues: [{ path: 'fingerprint', message }] },
        })
      }
      await rows.confirmKey(now())
    },
  }
}

const NOT_EMBEDDED =
  'The metadata are in a PostgreSQL of your own (BASALT_METADATA_URL). Back it up with its own tools, together with the key file.'

async function isOnSameDisk(place: string, dataDir: string): Promise<boolean> {
  if (!path.isAbsolute(place)) return false
  const [one, other] = await Promise.all([stat(place), stat(dataDir)])
  return one.dev === other.dev
}
