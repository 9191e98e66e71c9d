import { randomUUID } from 'node:crypto'
import type { ChosenBackupSettings } from '@basalt/contract/backups/backup-settings.schema.ts'
import {
  BACKUP_NAME_MAX,
  hasPointInTime,
  isBackupUnderWay,
  isRestoreInProgress,
  manualBackupsMax,
  type RestorePointReason,
} from '@basalt/contract/backups/backups.rules.ts'
import type {
  Backup,
  BackupOverview,
  BackupSettings,
  RecoveryTimeline,
  RestoreCancellation,
  RestoreDecision,
  RestorePoint,
} from '@basalt/contract/backups/backups.schema.ts'
import { plans } from '@basalt/contract/organizations/organizations.rules.ts'
import { generatePassword } from '@basalt/contract/projects/password.rules.ts'
import type { CreatedProject, Project } from '@basalt/contract/projects/projects.schema.ts'
import { can } from '@basalt/contract/projects/status.rules.ts'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import { newProjectRef } from '../../platform/ids.ts'
import { KeyedQueue } from '../../platform/keyed-queue.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import { newProjectSecrets, type ProjectSecrets } from '../../platform/secrets/project-secrets.ts'
import { ignoreCancelled, WorkCancelled } from '../../platform/work-cancelled.ts'
import { WorkInterrupted } from '../../platform/work-interrupted.ts'
import type { Branches, PastData } from '../branches/branches.port.ts'
import type { Instances } from '../instances/instances.port.ts'
import type { Ledger } from '../ledger/ledger.port.ts'
import type { ReportIncident } from '../notifications/notifications.port.ts'
import type { CreateProjectRow, Projects } from '../projects/projects.port.ts'
import { backupBeforeVersion } from './backup-before-version.ts'
import type { BackupFiles, Origin } from './backup-files.ts'
import { backupRuns, type Choosing, checkInstance } from './backup-runs.ts'
import type { ReadableBackup } from './backups.port.ts'
import type { BackupStore, StoredBackup, StoredRestore } from './backups.store.ts'
import { type ChosenMoment, type Moment, restorableMoments } from './restorable-moments.ts'
import { restores, undecidable } from './restores.ts'
import { chainOf } from './retention.rules.ts'
import { scheduleOf, scheduleRefusal } from './schedule.rules.ts'
import { scheduledBackups } from './scheduled-backups.ts'
import { walReceivers } from './wal-receivers.ts'
import { waysBack } from './ways-back.ts'

interface Deps {
  engine: Engine
  store: BackupStore
  files: BackupFiles
  databases: Pick<ProjectDatabases, 'asAdmin' | 'logins'>
  secrets: ProjectSecrets
  instances: Instances
  projects: Pick<Projects, 'find'> & { create: CreateProjectRow }
  report: ReportIncident
  /** Enqueues a backup of a project by its schedule. */
  enqueue(ref: string): Promise<unknown>
  /** Whether users may make projects here. */
  mayCreateProjects: boolean
  /** What members did to a database since a time in ISO 8601. */
  activity: Ledger['activity']
  /** The bytes of stored files, below the project that all branches have in common. */
  blobs: BlobStore
  parentOf: Branches['parentOf']
  /** Called before the data of a stopped database is replaced, more than once after an interruption. */
  dataReplaced(ref: string): Promise<void>
  /** SQL that makes restored data a branch, before anyone can connect. */
  branchStatements: readonly string[]
  now: () => Date
  onError(error: unknown, ref?: string): void
}

export type BackupService = ReturnType<typeof backupService>

/** Backups of projects, and what is restored from them. Rows are written before the work that they announce. */
export function backupService(deps: Deps) {
  const { engine, store, files, databases, secrets, instances, projects, report, now, onError } = deps
  /** Work on the backups of a project, one after the other. */
  const queue = new KeyedQueue()
  const closing = new AbortController()
  const { signal } = closing
  /** Ends the work on a project that is deleted. */
  const stops = new Map<string, AbortController>()
  const signalOf = (ref: string) => {
    const stop = stops.get(ref) ?? new AbortController()
    stops.set(ref, stop)
    return AbortSignal.any([signal, stop.signal])
  }
  const background = (ref: string, work: (signal: AbortSignal) => Promise<unknown>, line = ref) => {
    const own = signalOf(ref)
    void queue
      .run(line, async () => {
        if (!own.aborted) await work(own)
      })
      .catch((error) => {
        if (!own.aborted && !(error instanceof WorkCancelled)) onError(error, ref)
      })
  }

  /** Backups are chosen and removed one after the other, so that none is removed that somebody has just chosen. */
  const choices = new KeyedQueue()
  const choosing: Choosing = (ref, work) => choices.run(ref, work)
  const runs = backupRuns({ engine, store, files, databases, secrets, projects, choosing, report, now })
  const moments = restorableMoments({ store, files, databases })
  const scheduled = scheduledBackups({ store, files, enqueue: deps.enqueue, choosing, now })
  const restoring = restores({
    engine,
    store,
    files,
    databases,
    secrets,
    instances,
    blobs: deps.blobs,
    parentOf: deps.parentOf,
    branchStatements: deps.branchStatements,
    dataReplaced: deps.dataReplaced,
  })
  const receivers = walReceivers({
    engine,
    store,
    databases,
    archiveOf: files.archiveOf,
    onReceiving: (ref, archive) => background(ref, (own) => ensureBackup(ref, archive, own)),
    report,
    now,
    onError,
  })
  instances.lifecycle.makeBy({
    make: (ref) => restoring.make(ref, signal),
    complete: (ref) => restoring.complete(ref, signal),
    isSealed: restoring.isSealed,
    cancel: restoring.cancelMaking,
  })
  instances.lifecycle.placeBy(restoring.place)
  instances.lifecycle.beforeRemoving(async (ref, transaction) => {
    if (await store.isCopied(ref, undefined, transaction))
      throw new AppError(
        'conflict',
        'Another project is being made from a backup of this one. Delete it once that project is ready.',
      )
  })

  instances.lifecycle.beforePreparing(
    backupBeforeVersion({
      version: engine.version,
      store,
      async backUp(ref, name) {
        const row = await begin(ref, { name, isScheduled: true })
        await runs.run(row, { signal, isLocked: true }).catch(ignoreCancelled)
        background(ref, (own) => runs.check(row, { signal: own }))
      },
      onError,
    }),
  )

  const begin = async (ref: string, options: { name?: string | undefined; isScheduled: boolean }) => {
    const { archive } = await store.settingsOf(ref)
    return store.add({
      id: randomUUID(),
      ref,
      archive,
      name: options.name ?? null,
      is_scheduled: options.isScheduled,
    })
  }

  /** A log that is received needs a backup to start from. */
  const ensureBackup = async (ref: string, archive: string, own: AbortSignal) => {
    if ((await store.settingsOf(ref)).archive !== archive) return
    for (const backup of await store.listOf(ref))
      if (backup.archive === archive && backup.status === 'COMPLETED' && (await files.isCovered(ref, backup)))
        return
    await runs.run(await begin(ref, { isScheduled: true }), { signal: own })
  }

  /** What is cancelled does not wait for its turn. */
  const cancelLine = (ref: string) => `cancel ${ref}`

  /** Takes a backup, which is cancelled also when somebody cancels what it is made for, as the signal says. */
  const runOrCancel: typeof runs.run = (row, options) =>
    runs.run(row, options).catch(async (error) => {
      if (error instanceof WorkCancelled) {
        if (await store.beginCancel(row.id)) await runs.endCancelled(row)
        else await store.cancelCheck(row.id, now())
      }
      throw error
    })

  const ways = waysBack({
    databases,
    async backUp(ref, name, stop) {
      stop.throwIfAborted()
      const row = await begin(ref, { name: name.slice(0, BACKUP_NAME_MAX), isScheduled: true })
      // Not in the queue, in which earlier backups are checked.
      await runOrCancel(row, { signal: AbortSignal.any([signalOf(ref), stop]), isWaitedFor: true })
      background(ref, (own) => runs.check(row, { signal: own }))
    },
    onError,
  })

  const mustFind = async (ref: string, id: string): Promise<StoredBackup> => {
    const row = await store.find(ref, id)
    if (!row) throw notFound('Backup', id)
    return row
  }

  const mustRun = (project: Project, what: string) => {
    if (!can('query', project.status))
      throw new AppError('conflict', `The project can be ${what} while it is healthy.`, {
        details: { status: project.status },
      })
  }

  const restoreInPlace = async (project: Project, { origin, time }: ChosenMoment) => {
    const { ref } = project
    const id = randomUUID()
    const restore = await store.addRestore({
      id,
      ref,
      source_ref: ref,
      ...placeOf(origin),
      recovery_time: time,
      instance: `${ref}-before-${id.slice(0, 8)}`,
    })
    if (!restore)
      throw new AppError(
        'conflict',
        'The last restore of this project waits for a decision. Keep the restored data or undo the restore first.',
      )
    background(ref, (own) => restoring.inPlace(restore, own))
  }

  /** What a project had before a restore that waits for a decision. */
  const dataBefore = async (ref: string, id: string): Promise<PastData> => {
    const restore = await store.restoreIn(ref, ['RESTORED'])
    if (restore?.id !== id) throw undecidable()
    const { backup, archive, instance, created_at, seconds } = restore
    return {
      moment: new Date(new Date(created_at).getTime() + (seconds ?? 0) * 1000).toISOString(),
      isReadOnly: true,
      async begin(transaction, branch) {
        await store.addRestore(
          {
            id: randomUUID(),
            ref: branch,
            source_ref: ref,
            backup,
            archive,
            recovery_time: null,
            before_lsn: null,
            instance: null,
            is_read_only: true,
            copied_from: instance!,
          },
          transaction,
        )
      },
    }
  }

  const finish = (restore: StoredRestore) => {
    const { ref, status, instance } = restore
    // A new project is finished by the work that its status announces.
    if (instance === null) return
    if (status === 'PREPARING') background(ref, (own) => restoring.inPlace(restore, own))
    // What is placed or undone is finished by the work that the status of the project announces, too.
    if (status === 'CONFIRMING') background(ref, () => restoring.confirm(restore))
    if (status === 'CANCELLING') background(ref, () => restoring.endCancelled(restore), cancelLine(ref))
  }

  return {
    /** For a database whose data is replaced by that of another: later backups do not go on from those before. */
    beginHistory: store.beginHistory,
    checkRestored: runs.checkRestored,
    reachBackTo: store.reachBackTo,

    /** Throws `not_found`, and `conflict` for a backup that is not complete. */
    async readBackup(ref: string, id: string): Promise<ReadableBackup> {
      await moments.chosen(ref, { id })
      return runs.readable((await store.find(ref, id))!)
    },

    /** Throws `not_found`, `conflict` and `validation_failed` as the other calls. */
    async pastData(
      ref: string,
      {
        before_restore,
        ...chosen
      }: Moment & { id?: string | undefined; before_restore?: string | undefined },
      { isReadOnly }: { isReadOnly: boolean },
    ): Promise<PastData> {
      if (before_restore !== undefined) return dataBefore(ref, before_restore)
      const { origin, time } = await moments.chosen(ref, chosen)
      const moment = time ?? (await store.find(ref, origin.backup))!.ended_at!
      return {
        moment: new Date(moment).toISOString(),
        isReadOnly,
        async begin(transaction, branch) {
          await store.addRestore(
            {
              id: randomUUID(),
              ref: branch,
              source_ref: ref,
              ...placeOf(origin),
              recovery_time: time,
              instance: null,
              is_read_only: isReadOnly,
            },
            transaction,
          )
        },
      }
    },

    restoreOfBranch: restoring.restoreOfBranch,
    wasRestoredSince: store.wasRestoredSince,

    /**
     * Makes sure that the present moment of a database can be returned to, as far as `way_back` says. Undefined without a
     * restore point. Throws `instance_unavailable`, and `conflict` when the backup that takes its place fails. The signal
     * cancels that backup.
     */
    async restorePoint(
      ref: string,
      name: string,
      { reason = 'merge', signal: stop }: { reason?: RestorePointReason; signal?: AbortSignal } = {},
    ) {
      const point = await moments.restorePoint(ref, name, reason)
      if (point) return point
      const backups = await store.listOf(ref)
      const way = await ways.of(ref, { keeps_log: false }, { backups, isUp: true })
      if (way === 'backup') await ways.backUpFirst(ref, name, reason, stop)
      return undefined
    },
    async beginScheduled(options: { signal: AbortSignal }) {
      for (const ref of await store.endLogsBeyondPlan()) await receivers.drop(ref)
      await receivers.clearLeft(options)
      await scheduled.begin(options)
    },

    /** Throws `conflict` when the log of the project is not kept or it is not healthy. */
    async makeRestorePoint(
      project: Project,
      { name, reason }: { name: string; reason: RestorePointReason },
    ): Promise<RestorePoint> {
      mustRun(project, 'given a restore point')
      const point = await moments.restorePoint(project.ref, name, reason)
      if (!point)
        throw new AppError('conflict', 'Switch on point-in-time recovery first, or back up the project now.')
      return point
    },

    /** What members did since the first moment that can be restored. */
    async timeline({ ref }: Project): Promise<RecoveryTimeline> {
      const [first] = await files.ranges(ref, await store.listOf(ref))
      return first ? deps.activity(ref, first.earliest) : { changes: [] }
    },

    async overview({ ref, status }: Project): Promise<BackupOverview> {
      const [backups, settings, plan, restore, points] = await Promise.all([
        store.listOf(ref),
        store.settingsOf(ref),
        store.planOf(ref),
        store.lastRestore(ref),
        store.restorePoints(ref),
      ])
      const ranges = await files.ranges(ref, backups)
      const schedule = scheduleOf(settings, plan, now())
      return {
        backups: backups.map((row) => ({
          ...shown(row),
          read_bytes: runs.readBytes(row.id),
          // A check that was cancelled may still be ending.
          check: row.verified_at === null ? runs.checkProgress(row.id) : null,
        })),
        pitr: {
          enabled: settings.keeps_log,
          is_synchronous: settings.is_synchronous,
          is_available: hasPointInTime(plan),
          earliest: ranges[0]?.earliest ?? null,
          latest:
            ranges
              .map(({ latest }) => latest)
              .toSorted()
              .at(-1) ?? null,
          ranges,
          restore_points: points.map(({ id, name, reason, made_at }) => ({ id, name, reason, made_at })),
          failure: receivers.failureOf(ref),
        },
        retention_days: schedule.keep_days,
        schedule,
        way_back: await ways.of(ref, settings, { backups, isUp: can('query', status) }),
        restore:
          restore && (restore.instance !== null || (restore.status === 'PREPARING' && !restore.is_read_only))
            ? {
                id: restore.id,
                status: restore.status,
                recovery_time_target: restore.recovery_time,
                backup_id: restore.backup,
                started_at: restore.created_at,
                seconds: restore.seconds,
                error: restore.error,
                is_new_project: restore.instance === null,
                progress: restoring.progressOf(ref),
              }
            : null,
      }
    },

    /** Throws `conflict` unless the project is healthy, and when it has as many backups made by hand as its plan keeps. */
    async backUp(project: Project, name: string | undefined): Promise<Backup> {
      mustRun(project, 'backed up')
      const row = await choosing(project.ref, async () => {
        const plan = await store.planOf(project.ref)
        if ((await store.countManual(project.ref)) >= manualBackupsMax[plan])
          throw new AppError(
            'conflict',
            `A project of the ${plans[plan]} plan keeps ${manualBackupsMax[plan]} backups made by hand. Delete one first.`,
          )
        return begin(project.ref, { name, isScheduled: false })
      })
      background(project.ref, (own) => runs.run(row, { signal: own }))
      return shown(row)
    },

    /** A backup of the schedule, unless nothing can have changed since the last one. */
    async backUpBySchedule(ref: string, context: { signal: AbortSignal; progress(done: number): void }) {
      const [project, backups] = [await projects.find(ref), await store.listOf(ref)]
      const last = backups.find(({ status }) => status === 'COMPLETED')
      const sleeps = project?.asleep_since ?? null
      if (last?.ended_at && sleeps !== null && last.ended_at > sleeps) return scheduled.expire(ref)
      await queue.run(ref, async () => {
        const row = await begin(ref, { isScheduled: true })
        await runOrCancel(row, {
          signal: AbortSignal.any([signal, context.signal]),
          onProgress: (bytes) => context.progress(bytes),
        }).catch(ignoreCancelled)
        await scheduled.expire(ref)
      })
    },

    /** Throws `not_found`, and `conflict` when it is not being made. */
    async cancelBackup(ref: string, id: string): Promise<void> {
      const row = await mustFind(ref, id)
      if (!(await store.beginCancel(id)))
        throw new AppError('conflict', 'This backup is no longer being made.')
      background(ref, () => runs.endCancelled(row), cancelLine(ref))
    },

    /** Throws `not_found`, and `conflict` when it is not complete or being checked. */
    async check(project: Project, id: string): Promise<void> {
      const row = await mustFind(project.ref, id)
      if (row.status !== 'COMPLETED')
        throw new AppError('conflict', 'Only a backup that is complete can be checked.')
      if (!(await store.beginCheck(id)))
        throw new AppError('conflict', 'This backup is being checked already.')
      background(project.ref, (own) => runs.check(row, { signal: own }))
    },

    /** Throws `not_found`, and `conflict` when it is not being checked. */
    async cancelCheck(ref: string, id: string): Promise<void> {
      const row = await mustFind(ref, id)
      if (!(await store.cancelCheck(id, now())))
        throw new AppError('conflict', 'This backup is not being checked.')
      background(ref, () => runs.endCheck(row), cancelLine(ref))
    },

    /** Throws `not_found`, and `conflict` while it runs or when another backup builds on it. */
    remove: (ref: string, id: string): Promise<void> =>
      choosing(ref, async () => {
        const all = await store.listOf(ref)
        const backup = all.find((one) => one.id === id)
        if (!backup) throw notFound('Backup', id)
        if (isBackupUnderWay(backup.status))
          throw new AppError('conflict', 'This backup is being made. Cancel it instead.')
        if (all.some((one) => one !== backup && chainOf(all, one).includes(backup)))
          throw new AppError(
            'conflict',
            'Later backups have only what changed since this one. Delete them first, or wait until they expire.',
          )
        const restore = await store.lastRestore(ref)
        const isRestored = restore?.backup === id && isRestoreInProgress(restore.status)
        if (isRestored || (await store.isCopied(ref, id)))
          throw new AppError('conflict', 'This backup is being restored.')
        await runs.endCheck(backup)
        await scheduled.remove(backup)
      }),

    /**
     * Throws `not_found`, `validation_failed` with the range that can be restored, and `conflict` when the backup is not
     * complete or the project is not healthy.
     */
    restore: (project: Project, chosen: Moment & { id?: string | undefined }): Promise<void> =>
      choosing(project.ref, async () => {
        const moment = await moments.chosen(project.ref, chosen)
        mustRun(project, 'restored')
        await restoreInPlace(project, moment)
      }),

    /** Throws `conflict` when no restore is being prepared, or another one than that with `id`. */
    async cancelRestore(ref: string, { id }: RestoreCancellation) {
      const restore = await store.restoreIn(ref, ['PREPARING'])
      if (!restore || (id !== undefined && id !== restore.id)) throw uncancellable()
      const isCancelled =
        restore.instance === null
          ? await instances.lifecycle.cancelCreation(ref)
          : await store.changeRestore(restore.id, ['PREPARING'], 'CANCELLING')
      if (!isCancelled) throw uncancellable()
      finish({ ...restore, status: 'CANCELLING' })
    },

    /** Throws `conflict` when no restore waits for a decision, or another one than that with `id`. */
    async decide(ref: string, { keep, id }: RestoreDecision) {
      const restore = await store.restoreIn(ref, ['RESTORED'])
      if (!restore) throw undecidable()
      if (id !== undefined && id !== restore.id)
        throw new AppError(
          'conflict',
          'This restore was decided, and the project was restored again since. Reload the page to see that one.',
        )
      if (await store.isDataCopied(restore.instance!))
        throw new AppError('conflict', 'The data from before is being opened. Decide once it is open.')
      if (keep === 'previous') return void (await restoring.undo(restore))
      // Of two people who decide at the same moment, only the first does: the data that one keeps is removed by the other.
      if (!(await store.changeRestore(restore.id, ['RESTORED'], 'CONFIRMING'))) throw undecidable()
      background(ref, () => restoring.confirm(restore))
    },

    /** Throws `not_found`, `conflict`, `forbidden` and `validation_failed` as the other calls. */
    async restoreToNew(
      project: Project,
      options: Moment & { id?: string | undefined; name: string },
    ): Promise<CreatedProject> {
      if (!deps.mayCreateProjects)
        throw new AppError('forbidden', 'This installation does not let its users create projects')
      const password = generatePassword()
      const created = await choosing(project.ref, async () => {
        const { origin, time } = await moments.chosen(project.ref, options)
        instances.capacity.check()
        const source = await projects.find(project.ref)
        if (!source) throw notFound('Project', project.ref)
        const ref = newProjectRef()
        return projects.create({
          ref,
          organizationId: source.organization_id,
          name: options.name,
          region: source.region,
          secrets: newProjectSecrets(password),
          async also(transaction) {
            // Its backups go with it.
            if (!(await store.stays(project.ref, transaction))) throw notFound('Project', project.ref)
            await store.addRestore(
              {
                id: randomUUID(),
                ref,
                source_ref: project.ref,
                ...placeOf(origin),
                recovery_time: time,
                instance: null,
              },
              transaction,
            )
          },
        })
      })
      void instances.lifecycle.provision(created.ref)
      await instances.statuses.announce(created.ref)
      return { ...created, db_pass: password }
    },

    /** Reads only the metadata, so that a menu may ask for it. */
    async settings({ ref }: Project): Promise<ChosenBackupSettings> {
      const { keeps_log, is_synchronous, schedule, window_minutes, keep_days, keep_count } =
        await store.settingsOf(ref)
      return { pitr_enabled: keeps_log, is_synchronous, schedule, window_minutes, keep_days, keep_count }
    },

    /** Throws `forbidden` for what the plan does not include, and `validation_failed` for more than it allows. */
    async changeSettings({ ref }: Project, change: BackupSettings) {
      const { pitr_enabled: keepsLog, ...others } = change
      const plan = await store.planOf(ref)
      if (keepsLog && !hasPointInTime(plan))
        throw new AppError(
          'forbidden',
          'The Free plan has no point-in-time recovery. Change the plan of the organization first.',
        )
      const issue = scheduleRefusal(change, plan)
      if (issue) throw new AppError('validation_failed', issue.message, { details: { issues: [issue] } })
      const before = await store.settingsOf(ref)
      if (change.is_synchronous && !(keepsLog ?? before.keeps_log))
        throw new AppError('conflict', 'Switch on point-in-time recovery first.')
      // A time of the new schedule that is past by now is not made up for.
      const due_at = change.schedule === undefined ? undefined : now()
      const isSynchronous = keepsLog === false ? false : change.is_synchronous
      await store.change(ref, {
        ...definedOf(others),
        ...(keepsLog !== undefined && { keeps_log: keepsLog, may_keep_log: !keepsLog }),
        ...(isSynchronous !== undefined && { is_synchronous: isSynchronous }),
        ...(due_at && { due_at }),
      })
      if (keepsLog) receivers.start(ref)
      else if (keepsLog === false) await receivers.drop(ref)
      else if (isSynchronous !== undefined) await receivers.setSynchronous(ref)
      if (change.keep_days !== undefined || change.keep_count !== undefined)
        background(ref, () => scheduled.expire(ref))
    },

    /** Finishes what another server began, and receives the logs of databases that run. */
    async resumeAll() {
      for (const row of await store.running()) background(row.ref, (own) => runs.run(row, { signal: own }))
      for (const row of await store.cancelling())
        background(row.ref, () => runs.endCancelled(row), cancelLine(row.ref))
      for (const row of await store.unchecked())
        background(row.ref, (own) => runs.check(row, { signal: own }))
      for (const restore of await store.openRestores()) finish(restore)
      await receivers.startAll()
    },

    /** Removes what is stored of a project whose database is gone. */
    async forget(ref: string) {
      stops.get(ref)?.abort(new WorkInterrupted())
      await Promise.all([
        receivers.stop(ref),
        ...[ref, cancelLine(ref)].map((line) => queue.run(line, async () => undefined)),
      ])
      stops.delete(ref)
      const [backups, settings, restore] = [
        await store.listOf(ref),
        await store.settingsOf(ref),
        await store.lastRestore(ref),
      ]
      await engine.destroy(checkInstance(ref))
      if (restore && restore.instance !== null) await engine.destroy(restore.instance)
      await files.forget(ref, new Set([settings.archive, ...backups.map(({ archive }) => archive)]))
    },

    settled: () => queue.idle(),

    async close() {
      closing.abort(new WorkInterrupted())
      await Promise.all([receivers.close(), queue.idle()])
    },
  }
}

const uncancellable = () =>
  new AppError(
    'conflict',
    'This restore is no longer being prepared. Once the restored database is in place, undo the restore.',
  )

/** Without what is undefined. */
const definedOf = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>
  }

const placeOf = ({ archive, backup, before_lsn = undefined }: Origin) => ({
  archive,
  backup,
  before_lsn: before_lsn ?? null,
})

const shown = ({
  id,
  name,
  is_scheduled,
  status,
  kind,
  inserted_at,
  ended_at: completed_at,
  size_bytes,
  data_bytes,
  error,
  verified_at,
  restore_seconds,
  verification,
}: StoredBackup): Backup => ({
  id,
  name,
  is_scheduled,
  status,
  read_bytes: null,
  check: null,
  kind,
  inserted_at,
  completed_at,
  size_bytes,
  data_bytes,
  error,
  checked_at: verified_at,
  verified_at: verification?.problems.length === 0 ? verified_at : null,
  restore_seconds,
  verification,
})
