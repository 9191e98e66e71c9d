import type { RestorePointReason, WayBack } from '@basalt/contract/backups/backups.rules.ts'
import { AppError } from '../../http/app-error.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import { within } from '../../platform/within.ts'
import { WorkCancelled } from '../../platform/work-cancelled.ts'
import { BACKUP_FIRST_BYTES, BACKUP_FIRST_MS } from './backups.rules.ts'
import type { BackupSettings, StoredBackup } from './backups.store.ts'

interface Deps {
  databases: Pick<ProjectDatabases, 'asAdmin'>
  /**
   * Backs a project up; the check of the backup follows in the background. Throws when it fails, which has been reported, and
   * WorkCancelled when it was cancelled or the signal is aborted with that.
   */
  backUp(ref: string, name: string, signal: AbortSignal): Promise<void>
  onError(error: unknown, ref: string): void
}

const SIZE = 'select sum(pg_catalog.pg_database_size(oid))::float8 as bytes from pg_catalog.pg_database'

/** What people can do when the backup is not made. */
const INSTEAD: Record<RestorePointReason, string> = {
  statement: 'run it without a backup',
  merge: 'merge without a backup',
  bring_back: 'switch on point-in-time recovery, which takes its place',
  manual: 'switch on point-in-time recovery, which takes its place',
}

/** How a project returns to the moment before something that may be regretted. */
export function waysBack({ databases, backUp, onError }: Deps) {
  /** Of the last backup: what a database has now is close to that. Undefined while it is not up and was never backed up. */
  const bytesOf = async (
    ref: string,
    backups: readonly StoredBackup[],
    isUp: boolean,
  ): Promise<number | undefined> => {
    const last = backups.find(({ status }) => status === 'COMPLETED')
    if (last) return last.data_bytes ?? undefined
    if (!isUp) return undefined
    return databases.asAdmin.sessionIfAwake(
      ref,
      async (client) => (await client.query<{ bytes: number }>(SIZE)).rows[0]!.bytes,
    )
  }

  return {
    /** `backups` are those of the project, newest first. `isUp`: whether its database can be asked. */
    async of(
      ref: string,
      { keeps_log }: Pick<BackupSettings, 'keeps_log'>,
      { backups, isUp }: { backups: readonly StoredBackup[]; isUp: boolean },
    ): Promise<WayBack> {
      if (keeps_log) return 'restore_point'
      return ((await bytesOf(ref, backups, isUp)) ?? 0) <= BACKUP_FIRST_BYTES ? 'backup' : 'none'
    },

    /**
     * Backs a project up before something that may be regretted. Throws `conflict` when that fails, takes too long or is
     * cancelled, which it is when the signal is aborted: nobody waits for it any more.
     */
    async backUpFirst(
      ref: string,
      name: string,
      reason: RestorePointReason,
      signal?: AbortSignal,
    ): Promise<void> {
      let failure: Error | undefined
      const stop = new AbortController()
      const cancel = () => stop.abort(new WorkCancelled())
      signal?.addEventListener('abort', cancel)
      if (signal?.aborted) cancel()
      const made = backUp(ref, name, stop.signal).then(
        () => true,
        (error) => {
          failure = error as Error
          if (!(error instanceof WorkCancelled)) onError(error, ref)
          return false
        },
      )
      // It goes on when it takes too long, so that the next one has only what changes until then.
      const isMade = await within(BACKUP_FIRST_MS, made).finally(() =>
        signal?.removeEventListener('abort', cancel),
      )
      if (isMade) return
      if (failure instanceof WorkCancelled)
        throw new AppError('conflict', 'Nothing was changed: the backup before it was cancelled.')
      const why = failure
        ? `failed: ${failure.message.replace(/\.$/, '')}`
        : `takes longer than ${BACKUP_FIRST_MS / 1000} seconds`
      throw new AppError(
        'conflict',
        `Nothing was changed: the backup before it ${why}. Try again, or ${INSTEAD[reason]}.`,
      )
    },
  }
}
