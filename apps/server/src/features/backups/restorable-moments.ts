import { randomUUID } from 'node:crypto'
import { BACKUP_NAME_MAX, type RestorePointReason } from '@basalt/contract/backups/backups.rules.ts'
import type { RestorePoint } from '@basalt/contract/backups/backups.schema.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import type { BackupFiles, Origin } from './backup-files.ts'
import type { BackupStore } from './backups.store.ts'

/** A time in ISO 8601, or a restore point by its id. */
export interface Moment {
  recovery_time_target?: string | undefined
  restore_point?: string | undefined
}

/** What is restored, and the moment that people chose; null for the backup itself. */
export interface ChosenMoment {
  origin: Origin
  time: string | null
}

interface Deps {
  store: BackupStore
  files: BackupFiles
  databases: Pick<ProjectDatabases, 'asAdmin'>
}

/** The moments of a project that can be restored, and those that have a name. */
export function restorableMoments({ store, files, databases }: Deps) {
  const completed = async (ref: string, id: string): Promise<Origin> => {
    const backup = await store.find(ref, id)
    if (!backup) throw notFound('Backup', id)
    if (backup.status !== 'COMPLETED')
      throw new AppError('conflict', 'Only a backup that is complete can be restored.')
    return { archive: backup.archive, backup: id }
  }

  const reachable = async (ref: string, time: string): Promise<Origin> => {
    const backups = await store.listOf(ref)
    const { archive: current } = await store.settingsOf(ref)
    const origin = await files.originOf(ref, time, { backups, current })
    if (origin) return origin
    throw outsideRange(await files.ranges(ref, backups))
  }

  /** A restore point as the moment and the position that it is. */
  const pointed = async (ref: string, id: string): Promise<{ origin: Origin; time: string }> => {
    const point = (await store.restorePoints(ref)).find((one) => one.id === id)
    if (!point) throw notFound('Restore point', id)
    const backups = (await store.listOf(ref)).filter(({ archive }) => archive === point.archive)
    const origin = await files.originOf(ref, point.made_at, { backups, current: point.archive })
    if (!origin)
      throw new AppError(
        'conflict',
        'The log of this restore point has not arrived yet, or has expired. Try again in some seconds, or choose another one.',
      )
    return { origin: { ...origin, before_lsn: point.lsn }, time: point.made_at }
  }

  return {
    /**
     * Where a backup, a time or a restore point is restored from. Throws `not_found`, `conflict` when it is not complete, and
     * `validation_failed` with the range that can be restored.
     */
    async chosen(
      ref: string,
      { id, recovery_time_target, restore_point }: Moment & { id?: string | undefined },
    ): Promise<ChosenMoment> {
      if (restore_point !== undefined) return pointed(ref, restore_point)
      if (recovery_time_target === undefined) return { origin: await completed(ref, id!), time: null }
      const time = new Date(recovery_time_target).toISOString()
      return { origin: await reachable(ref, time), time }
    },

    /**
     * Names the present moment of a database, so that it can be returned to. Undefined when its log is not kept.
     * Throws `instance_unavailable`.
     */
    async restorePoint(
      ref: string,
      name: string,
      reason: RestorePointReason = 'merge',
    ): Promise<RestorePoint | undefined> {
      const { keeps_log, archive } = await store.settingsOf(ref)
      if (!keeps_log) return undefined
      const id = randomUUID()
      const place = await databases.asAdmin.session(ref, async (client) => {
        const { rows } = await client.query<{ lsn: string; at: string }>(
          `select pg_catalog.pg_current_wal_insert_lsn()::text as lsn, pg_catalog.clock_timestamp()::text as at`,
        )
        // Something must follow in the log, so that recovery finds that it has reached the place.
        await client.query('select pg_catalog.pg_create_restore_point($1)', [id])
        return rows[0]!
      })
      const point = {
        id,
        name: name.slice(0, BACKUP_NAME_MAX),
        reason,
        made_at: new Date(place.at).toISOString(),
      }
      await store.addRestorePoint({ ...point, ref, archive, lsn: place.lsn })
      return point
    },
  }
}

function outsideRange(ranges: readonly { earliest: string; latest: string }[]) {
  const message =
    ranges.length === 0
      ? 'No moment of this project can be restored yet. Switch on point-in-time recovery, and wait for its first backup.'
      : `Choose a time ${ranges.map(({ earliest, latest }) => `from ${earliest} to ${latest}`).join(', or ')}.`
  return new AppError('validation_failed', message, {
    details: { issues: [{ path: 'recovery_time_target', message }], ranges },
  })
}
