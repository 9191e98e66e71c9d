import { readIndex } from '@basalt/backups/backup-index.ts'
import { pointInTimeFiles } from '@basalt/backups/point-in-time.ts'
import { restoredFiles, restoredSize } from '@basalt/backups/restored-files.ts'
import type { RestoreStatus } from '@basalt/contract/backups/backups.rules.ts'
import type { Restore } from '@basalt/contract/backups/backups.schema.ts'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { copyBlob } from '@basalt/object-store/copy-blob.ts'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import pg from 'pg'
import { AppError } from '../../http/app-error.ts'
import { withAdminConnection } from '../../platform/project-databases/admin-connection.ts'
import { passwordOf } from '../../platform/project-databases/database-logins.ts'
import { ADMIN_ROLE, USER_ROLE } from '../../platform/project-databases/database-roles.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import { storedVersions } from '../../platform/project-databases/stored-versions.ts'
import type { ProjectSecrets } from '../../platform/secrets/project-secrets.ts'
import { newVerifier } from '../../platform/secrets/scram.ts'
import { WorkCancelled } from '../../platform/work-cancelled.ts'
import type { Instances } from '../instances/instances.port.ts'
import type { BackupFiles } from './backup-files.ts'
import type { RestoreBranch } from './backups.port.ts'
import type { BackupStore, StoredRestore } from './backups.store.ts'
import { cancellableWork } from './cancellable-work.ts'

interface Deps {
  engine: Engine
  store: BackupStore
  files: BackupFiles
  databases: Pick<ProjectDatabases, 'asAdmin' | 'logins'>
  secrets: ProjectSecrets
  instances: Instances
  /** The bytes of stored files, below the project that all branches have in common. */
  blobs: BlobStore
  /** The project that a branch is a branch of; the project itself if it is none. */
  parentOf(ref: string): Promise<string | undefined>
  /** SQL that makes restored data a branch, before anyone can connect. */
  branchStatements: readonly string[]
  /** Called before the data of a stopped database is replaced, more than once after an interruption. */
  dataReplaced(ref: string): Promise<void>
}

/** Puts restored data in the place of a project's, or into a new project. */
export function restores(deps: Deps) {
  const { engine, store, files, databases, secrets, instances } = deps
  const { blobs, parentOf, branchStatements, dataReplaced } = deps
  /** By the ids of their rows; those of new projects by their refs. */
  const preparing = cancellableWork()
  /** How far data is unpacked for a project, by its ref. */
  const unpacking = new Map<string, NonNullable<Restore['progress']>>()

  const restoreInto = async (
    instance: string,
    restore: StoredRestore,
    {
      statements,
      signal,
      onProgress,
    }: {
      statements: readonly string[]
      signal: AbortSignal
      onProgress: (progress: NonNullable<Restore['progress']>) => void
    },
  ) => {
    const { ref, source_ref, archive: name, backup, recovery_time, before_lsn, copied_from } = restore
    const superuserPassword = await secrets.read(ref, 'superuser_password')
    if (copied_from !== null) {
      await engine.destroy(instance)
      return engine.restore(instance, {
        files: engine.stoppedFiles(copied_from),
        until: 'backup',
        superuserPassword,
        statements,
        signal,
      })
    }
    const archive = files.archiveOf(source_ref, name)
    const index = await readIndex(files.store, archive.folder, backup)
    const totalBytes = await restoredSize(files.store, archive.folder, index)
    onProgress({ copied_bytes: 0, total_bytes: totalBytes })
    await engine.destroy(instance)
    return engine.restore(instance, {
      files:
        recovery_time === null
          ? restoredFiles(files.store, archive.folder, backup)
          : pointInTimeFiles(archive, backup, recovery_time),
      until:
        recovery_time === null
          ? 'backup'
          : before_lsn === null
            ? { time: recovery_time }
            : { beforeLsn: before_lsn },
      superuserPassword,
      statements,
      totalBytes,
      signal,
      onProgress: ({ copiedBytes }) => onProgress({ copied_bytes: copiedBytes, total_bytes: totalBytes }),
    })
  }

  const shown = (ref: string) => (progress: NonNullable<Restore['progress']>) => {
    unpacking.set(ref, progress)
  }

  /** What a new project is made from, until it is ready. */
  const madeFrom = async (ref: string) => {
    const restore = await store.restoreIn(ref, ['PREPARING'])
    return restore?.instance === null ? restore : undefined
  }

  /** A branch shares the bytes of files with the project that it is a branch of. */
  const isBranch = async (ref: string) => (await parentOf(ref)) !== ref

  /** The password that people log in with today, which may have been set by SQL. */
  const presentPassword = async (ref: string): Promise<string> => {
    const verifier = await databases.asAdmin.session(ref, async (client) => {
      const { rows } = await client.query<{ rolpassword: string | null }>(
        'select rolpassword from pg_catalog.pg_authid where rolname = $1',
        [USER_ROLE],
      )
      return rows[0]?.rolpassword
    })
    const kept = verifier ?? (await newVerifier(await passwordOf(secrets, ref, USER_ROLE), 'chosen'))
    return `alter role ${pg.escapeIdentifier(USER_ROLE)} password ${pg.escapeLiteral(kept)}`
  }

  /** The source keeps the bytes for as long as the backup is there, which nobody can delete meanwhile. */
  const copyStoredFiles = async ({ ref, source_ref }: StoredRestore, signal: AbortSignal) => {
    const root = (await parentOf(source_ref)) ?? source_ref
    await withAdminConnection(await databases.logins.internalWhileLocked(ref, ADMIN_ROLE), async (client) => {
      for await (const version of storedVersions(client)) {
        signal.throwIfAborted()
        // What its own SQL wrote into a row may never have had bytes.
        await copyBlob(
          { store: blobs, key: `${root}/${version}` },
          { store: blobs, key: `${ref}/${version}` },
        )
      }
    })
  }

  /** The data is exchanged by the work that the status of the project announces. */
  const exchange = (restore: StoredRestore, from: RestoreStatus, to: RestoreStatus) =>
    instances.lifecycle.replaceData(restore.ref, async (transaction) => {
      if (!(await store.changeRestore(restore.id, [from], to, { transaction }))) throw undecidable()
    })

  const prepared = async (restore: StoredRestore, signal: AbortSignal): Promise<void> => {
    const { id, ref, instance } = restore
    const isOpen = async () => (await store.restoreIn(ref, ['PREPARING']))?.id === id
    try {
      if (!(await isOpen())) throw new WorkCancelled()
      const statements = [await presentPassword(ref)]
      await restoreInto(instance!, restore, { statements, signal, onProgress: shown(ref) })
      // Power may fail after the data from before has been deleted.
      await engine.synced(instance!)
      signal.throwIfAborted()
      await exchange(restore, 'PREPARING', 'PLACING')
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof WorkCancelled) throw error
      // It is in place, or will be, when only the answer of the metadata was lost.
      if (!(await isOpen())) throw error
      await engine.destroy(instance!)
      await store.changeRestore(id, ['PREPARING'], 'FAILED', { error: (error as Error).message })
    } finally {
      unpacking.delete(ref)
    }
  }

  return {
    progressOf: (ref: string) => unpacking.get(ref) ?? null,

    /**
     * Prepares a restore in place beside the present data, then puts it in place. A failure leaves the project as it is.
     * Throws WorkCancelled when it was cancelled.
     */
    inPlace: (restore: StoredRestore, signal: AbortSignal): Promise<void> =>
      preparing.run(restore.id, signal, (own) => prepared(restore, own)),

    /** Ends a restore in place whose status says that it is being cancelled, and removes what there is of it. */
    async endCancelled({ id, instance }: StoredRestore): Promise<void> {
      await preparing.cancel(id)
      await engine.destroy(instance!)
      await store.changeRestore(id, ['CANCELLING'], 'CANCELLED')
    },

    /** Ends the making of a new project. */
    cancelMaking: (ref: string) => void preparing.cancel(ref),

    /** Puts the data from before back in place, in the background. Throws `conflict` when that cannot begin. */
    undo: (restore: StoredRestore) => exchange(restore, 'RESTORED', 'UNDOING'),

    /** Exchanges the data of a stopped project with what was restored, or back. Called again after an interruption. */
    async place(ref: string): Promise<void> {
      const restore = await store.restoreIn(ref, ['PLACING', 'UNDOING'])
      if (!restore) return
      const { id, status, instance } = restore
      await dataReplaced(ref)
      if (status === 'PLACING') {
        await engine.exchangeData(ref, instance!, `${id}-in`)
        return store.placed(restore)
      }
      if (await engine.exists(instance!)) {
        await engine.exchangeData(ref, instance!, `${id}-back`)
        await store.putBack(restore)
        await engine.destroy(instance!)
      }
      await store.changeRestore(id, ['UNDOING'], 'UNDONE')
    },

    /** Deletes the data from before. */
    async confirm({ id, instance }: StoredRestore): Promise<void> {
      await engine.destroy(instance!)
      await store.changeRestore(id, ['CONFIRMING'], 'CONFIRMED')
    },

    /** Makes the database of a new project. False for a project that is not made from a backup, and for a branch that can be written. */
    async make(ref: string, signal: AbortSignal): Promise<boolean> {
      const restore = await madeFrom(ref)
      if (!restore || (!restore.is_read_only && (await isBranch(ref)))) return false
      // Its own password is set once it runs.
      const statements = restore.is_read_only
        ? branchStatements
        : [`alter role ${pg.escapeIdentifier(USER_ROLE)} password null`]
      await preparing
        .run(ref, signal, (own) =>
          restoreInto(ref, restore, { statements, signal: own, onProgress: shown(ref) }),
        )
        .finally(() => unpacking.delete(ref))
      return true
    },

    async restoreOfBranch(ref: string): Promise<RestoreBranch | undefined> {
      const restore = await madeFrom(ref)
      if (!restore || restore.is_read_only) return undefined
      const { source_ref, backup, recovery_time } = restore
      return async (options) => {
        const { timeline, ended_at } = (await store.find(source_ref, backup)) ?? {}
        return {
          facts: await restoreInto(ref, restore, options),
          moment: new Date(recovery_time ?? ended_at!),
          sourceTimeline: timeline ?? undefined,
        }
      }
    },

    /** Once the database of a new project runs: gives it the bytes of its files. Can be repeated. */
    async complete(ref: string, signal: AbortSignal): Promise<void> {
      const restore = await madeFrom(ref)
      if (!restore) return
      if (!(await isBranch(ref))) await preparing.run(ref, signal, (own) => copyStoredFiles(restore, own))
      // After a power failure before it is on disk, it is made again.
      else if (!restore.is_read_only) await engine.synced(ref)
      await store.changeRestore(restore.id, ['PREPARING'], 'CONFIRMED')
    },

    /** A past moment is looked at: once its passwords are set, nobody writes to it. */
    async isSealed(ref: string): Promise<boolean> {
      const restore = await store.restoreIn(ref, ['PREPARING', 'CONFIRMED'])
      return restore?.instance === null && restore.is_read_only
    },
  }
}

export const undecidable = () => new AppError('conflict', 'No restore of this project waits for a decision.')
