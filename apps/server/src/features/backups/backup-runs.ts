import { type BackupIndex, readIndex } from '@basalt/backups/backup-index.ts'
import { damagedPages } from '@basalt/backups/damaged-pages.ts'
import { restoredFiles, restoredSize } from '@basalt/backups/restored-files.ts'
import { takeBackup } from '@basalt/backups/take-backup.ts'
import { FULL_BACKUP_DAYS } from '@basalt/contract/backups/backups.rules.ts'
import type { BackupCheck, Verification } from '@basalt/contract/backups/backups.schema.ts'
import { can } from '@basalt/contract/projects/status.rules.ts'
import type { Engine, RestoreOptions } from '@basalt/postgres-supervisor/engine.ts'
import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import type pg from 'pg'
import { KeyedQueue } from '../../platform/keyed-queue.ts'
import type { ConnectionTarget } from '../../platform/project-databases/admin-connection.ts'
import { ADMIN_ROLE, DATABASE } from '../../platform/project-databases/database-roles.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import { withUserConnection } from '../../platform/project-databases/user-connection.ts'
import { type ProjectSecrets, randomSecret } from '../../platform/secrets/project-secrets.ts'
import { WorkCancelled } from '../../platform/work-cancelled.ts'
import type { ReportIncident } from '../notifications/notifications.port.ts'
import type { Projects } from '../projects/projects.port.ts'
import type { BackupFiles } from './backup-files.ts'
import type { CheckRestored, ReadableBackup } from './backups.port.ts'
import { PROBLEMS_MAX } from './backups.rules.ts'
import type { BackupStore, StoredBackup } from './backups.store.ts'
import { cancellableWork } from './cancellable-work.ts'
import type { Estimates } from './missing-rows.rules.ts'
import { nextBase } from './retention.rules.ts'
import { estimatesOf, prepareToVerify, verifyDatabases } from './verification.ts'

interface Deps {
  engine: Engine
  store: BackupStore
  files: BackupFiles
  databases: Pick<ProjectDatabases, 'asAdmin' | 'logins'>
  secrets: Pick<ProjectSecrets, 'read'>
  projects: Pick<Projects, 'find'>
  choosing: Choosing
  report: ReportIncident
  now: () => Date
}

/** Does work with backups of a project of which none is removed, or chosen to be built on or restored, meanwhile. */
export type Choosing = <T>(ref: string, work: () => Promise<T>) => Promise<T>

interface Run {
  signal: AbortSignal
  onProgress?: (bytes: number) => void
  /** Whether the project is locked by work on its status, which waits for the backup. */
  isLocked?: true
  /** Whether somebody waits for the backup, so that the caller has it checked afterwards. */
  isWaitedFor?: true
}

/** SQLSTATE of a server that does not know what changed since the base. */
const NO_SUMMARIES = '55000'

/** The instance that a backup is restored into to be checked. */
export const checkInstance = (ref: string) => `${ref}-check`

/** Takes backups, and restores each into a database of its own to check it. */
export function backupRuns(deps: Deps) {
  const { engine, store, files, databases, secrets, projects, choosing, report, now } = deps
  /** One check at a time: it reads all of a database. */
  const checks = new KeyedQueue()

  const making = cancellableWork()
  const checking = cancellableWork()
  /** How far the checks of backups are, by their ids. */
  const checkProgress = new Map<string, BackupCheck>()

  /** How much was read for the backups that are being made. */
  const reading = new Map<string, number>()

  const take = async ({ id, ref, archive }: StoredBackup, { signal, onProgress, isLocked }: Run) => {
    const { folder } = files.archiveOf(ref, archive)
    const { host, port, user, password } = await (isLocked
      ? databases.logins.internalWhileLocked(ref, ADMIN_ROLE)
      : databases.logins.internal(ref, ADMIN_ROLE))
    const taken = (base?: string): Promise<BackupIndex> =>
      takeBackup({
        // Its pages are checked once it has been restored.
        beginReading: async (stopped) =>
          engine.beginBackup(ref, {
            superuserPassword: await secrets.read(ref, 'superuser_password'),
            signal: stopped,
          }),
        login: { host, port, user, password, applicationName: 'basalt backup' },
        store: files.store,
        folder,
        id,
        base,
        signal,
        onProgress(bytes) {
          reading.set(id, bytes)
          onProgress?.(bytes)
        },
      })
    const base = await choosing(ref, async () => {
      const next = nextBase(await store.listOf(ref), { archive, now: now(), days: FULL_BACKUP_DAYS })
      await store.buildOn(id, next?.id ?? null)
      return next
    })
    if (!base) return taken()
    return taken(base.id).catch((error) => {
      if (!(error instanceof PostgresError) || error.sqlstate !== NO_SUMMARIES) throw error
      return taken()
    })
  }

  const started = async (
    instance: string,
    { superuserPassword: password }: Pick<RestoreOptions, 'superuserPassword'>,
  ): Promise<ConnectionTarget> => {
    const { host, socket = host, port } = await engine.start(instance)
    return { host: socket, port, user: ADMIN_ROLE, password, database: DATABASE }
  }

  /** Restores a backup into an instance of its own, works with it, and removes it. */
  const inRestored = async <T>(
    instance: string,
    restored: Pick<
      RestoreOptions,
      'files' | 'totalBytes' | 'superuserPassword' | 'givesWay' | 'signal' | 'onProgress'
    >,
    work: (login: ConnectionTarget, seconds: number) => Promise<T>,
  ): Promise<T> => {
    await engine.destroy(instance)
    try {
      const began = Date.now()
      await engine.restore(instance, { ...restored, until: 'backup', isTemporary: true })
      const login = await started(instance, restored)
      return await work(login, (Date.now() - began) / 1000)
    } finally {
      await engine.destroy(instance)
    }
  }

  /**
   * Restores a backup into an instance of its own, reads all of it there, and removes it. A page that was read while the server
   * wrote it is whole after recovery, so that one without its checksum is damaged.
   */
  const checked = (
    instance: string,
    restored: Pick<RestoreOptions, 'files' | 'totalBytes' | 'superuserPassword' | 'onProgress'>,
    known: { before: Estimates; after: Estimates; signal: AbortSignal; onReading?: () => void },
  ): Promise<{ seconds: number; verification: Verification }> =>
    inRestored(instance, { ...restored, givesWay: true, signal: known.signal }, async (login, seconds) => {
      known.onReading?.()
      const names = await prepareToVerify(login, known.signal)
      // The first read of a row marks it as committed, which writes its whole page to the log; a server in recovery writes
      // nothing.
      await engine.seal(instance)
      const sealed = await started(instance, restored)
      const damaged = await damagedPages({ ...sealed, applicationName: 'basalt check' }, known)
      // SQL that reads such a page fails.
      const verification =
        damaged.length > 0
          ? { tables: 0, rows: 0, problems: damaged.slice(0, PROBLEMS_MAX) }
          : await verifyDatabases(sealed, { names, ...known })
      return { seconds, verification }
    })

  const verify = async (
    { id, ref, archive }: StoredBackup,
    index: BackupIndex,
    known: { before: Estimates; after: Estimates; signal: AbortSignal },
  ) => {
    const { folder } = files.archiveOf(ref, archive)
    const superuserPassword = await secrets.read(ref, 'superuser_password')
    try {
      const restored = {
        files: restoredFiles(files.store, folder, id),
        totalBytes: await restoredSize(files.store, folder, index),
        superuserPassword,
      }
      const at = (step: BackupCheck['step'], copiedBytes: number) =>
        checkProgress.set(id, { step, copied_bytes: copiedBytes, total_bytes: restored.totalBytes })
      at('unpacking', 0)
      const { seconds, verification } = await checked(
        checkInstance(ref),
        { ...restored, onProgress: ({ copiedBytes }) => at('unpacking', copiedBytes) },
        { ...known, onReading: () => at('reading', restored.totalBytes) },
      )
      const isThere = await store.verify(id, now(), seconds, verification)
      const [problem] = verification.problems
      if (isThere && problem !== undefined) await report(ref, 'project_backup_failed', problem)
    } catch (error) {
      known.signal.throwIfAborted()
      const { message } = error as Error
      if (await store.verify(id, now(), null, { tables: 0, rows: 0, problems: [message] }))
        await report(ref, 'project_backup_failed', `The backup could not be restored: ${message}`)
    }
  }

  /** Checks a backup in its turn, unless that was cancelled before. */
  const check = async (
    row: StoredBackup,
    index: BackupIndex,
    known: { before: Estimates; after: Estimates; signal: AbortSignal },
  ) => {
    const { id, ref } = row
    checkProgress.set(id, { step: 'waiting', copied_bytes: 0, total_bytes: 0 })
    await checks
      .run('check', () =>
        checking.run(id, known.signal, async (signal) => {
          const found = await store.find(ref, id)
          if (found?.verified_at === null) await verify(row, index, { ...known, signal })
        }),
      )
      .finally(() => checkProgress.delete(id))
  }

  const checkRestored: CheckRestored = (instance, { files: filesOf, totalBytes, signal }) =>
    checks.run('check', async () => {
      const unknown: Estimates = new Map()
      const restored = { files: filesOf(), totalBytes, superuserPassword: randomSecret() }
      try {
        const found = await checked(instance, restored, { before: unknown, after: unknown, signal })
        return { seconds: found.seconds, problem: found.verification.problems[0] ?? null }
      } catch (error) {
        signal.throwIfAborted()
        return { seconds: null, problem: (error as Error).message }
      }
    })

  /** Why a backup ended when somebody stopped the database: paused or restarted it. Its members know that. */
  const stoppedBy = async (ref: string): Promise<string | undefined> => {
    const status = (await projects.find(ref))?.status
    if (status === undefined || can('restart', status)) return undefined
    return 'The database was stopped during the backup. Back up the project once it runs.'
  }

  /** Undefined when somebody stopped the database meanwhile. */
  const made = async (
    row: StoredBackup,
    { signal, onProgress, isLocked, isWaitedFor }: Run,
  ): Promise<{ index: BackupIndex; before: Estimates; after: Estimates } | undefined> => {
    const { id, ref } = row
    const session = isLocked ? databases.asAdmin.sessionWhileLocked : databases.asAdmin.session
    try {
      // It was cancelled before its turn, or removed.
      if ((await store.find(ref, id))?.status !== 'RUNNING') throw new WorkCancelled()
      await files.remove(row)
      // The session keeps the database awake.
      const taken = await session(ref, async (client) => {
        await noteChanges(client)
        const before = await estimatesOf(client)
        signal.throwIfAborted()
        const index = await take(row, {
          signal,
          ...(onProgress && { onProgress }),
          ...(isLocked && { isLocked }),
        }).finally(() => reading.delete(id))
        return { index, before, after: await estimatesOf(client) }
      })
      if (!(await store.complete(id, taken.index))) throw new WorkCancelled()
      return taken
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof WorkCancelled) throw error
      const stopped = isLocked || isWaitedFor ? undefined : await stoppedBy(ref)
      if (stopped !== undefined) {
        await store.fail(id, stopped)
        return undefined
      }
      const { message } = error as Error
      await store.fail(id, message)
      await report(ref, 'project_backup_failed', message)
      throw error
    }
  }

  return {
    checkRestored,

    /** How much of the database has been read for a backup; null unless it is being made now. */
    readBytes: (id: string) => reading.get(id) ?? null,

    /** Null for a backup that is not being checked now. */
    checkProgress: (id: string) => checkProgress.get(id) ?? null,

    /** Ends the making of a backup whose status says that it is being cancelled, and removes what there is of it. */
    async endCancelled(row: StoredBackup): Promise<void> {
      await making.cancel(row.id)
      await files.remove(row)
      await store.cancelled(row.id)
    },

    /** Resolves once nothing is left of the check of a backup, which its row no longer waits for. */
    endCheck: ({ id }: StoredBackup) => checking.cancel(id),

    /** A complete backup, to be read by others. */
    async readable({ id, ref, archive, ended_at }: StoredBackup): Promise<ReadableBackup> {
      const { folder } = files.archiveOf(ref, archive)
      const index = await readIndex(files.store, folder, id)
      const totalBytes = await restoredSize(files.store, folder, index)
      const filesOf = () => restoredFiles(files.store, folder, id)
      return {
        endedAt: new Date(ended_at!).toISOString(),
        totalBytes,
        files: filesOf,
        restored: (signal, work) =>
          checks.run('check', async () => {
            const superuserPassword = randomSecret()
            const restored = { files: filesOf(), totalBytes, superuserPassword, signal }
            return inRestored(checkInstance(ref), restored, (login) =>
              withUserConnection(
                login,
                { application: 'basalt backup', statementTimeoutMs: 0, signal },
                work,
              ),
            )
          }),
      }
    },

    /**
     * Takes a backup whose row exists, and checks it, unless the project is locked or somebody waits. A failure is written and
     * reported; then it is thrown. When somebody stops the database meanwhile, that is only written. An interruption leaves the
     * row as it is, and the next call begins once more. Throws WorkCancelled when the backup, or its check, was cancelled.
     */
    async run(row: StoredBackup, { signal, ...run }: Run): Promise<void> {
      const taken = await making.run(row.id, signal, (own) => made(row, { ...run, signal: own }))
      if (!taken || run.isLocked || run.isWaitedFor) return
      const { index, ...estimates } = taken
      await check(row, index, { ...estimates, signal })
    },

    /** Checks a complete backup that was not checked, or is to be checked again. Throws WorkCancelled. */
    async check(row: StoredBackup, { signal }: { signal: AbortSignal }): Promise<void> {
      const { folder } = files.archiveOf(row.ref, row.archive)
      const index = await readIndex(files.store, folder, row.id)
      const unknown: Estimates = new Map()
      await check(row, index, { before: unknown, after: unknown, signal })
    },
  }
}

/** The server notes from here on which blocks change, which the next backup needs to be incremental. */
async function noteChanges(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ on: boolean }>(
    "select pg_catalog.current_setting('summarize_wal')::boolean as on",
  )
  if (rows[0]!.on) return
  await client.query('alter system set summarize_wal = on')
  await client.query('select pg_catalog.pg_reload_conf()')
}
