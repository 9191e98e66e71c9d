import type { RestorePointReason, WayBack } from '@basalt/contract/backups/backups.rules.ts'
import { AppError } from '../../http/app-error.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import { within } from '../../platform/within.ts'
import { BACKUP_FIRST_BYTES, BACKUP_FIRST_MS } from './backups.rules.ts'
import type { BackupSettings, StoredBackup } from './backups.store.ts'

interface Deps {
  databases: Pick<ProjectDatabases, 'asAdmin'>
  /** Backs a project up; the check of the backup follows in the background. Throws when it fails, which has been reported. */
  backUp(ref: string, name: string): Promise<void>
  onError(error: unknown, ref: string): void
}

const SIZE = 'select sum(pg_catalog.pg_database_size(oid))::float8 as bytes from pg_catalog.pg_database'

/** How a project returns to the moment before something that may be regretted. */
export function waysBack({ databases, backUp, onError }: Deps) {
  /** Of the last backup: what a database has now is close to that. Undefined while it sleeps and was never backed up. */
  const bytesOf = async (ref: string, backups: readonly StoredBackup[]): Promise<number | undefined> => {
    const last = backups.find(({ status }) => status === 'COMPLETED')
    if (last) return last.data_bytes ?? undefined
    return databases.asAdmin.sessionIfAwake(
      ref,
      async (client) => (await client.query<{ bytes: number }>(SIZE)).rows[0]!.bytes,
    )
  }

  return {
    /** `backups` are those of the project, newest first. */
    async of(
      ref: string,
      { keeps_log }: Pick<BackupSettings, 'keeps_log'>,
      backups: readonly StoredBackup[],
    ): Promise<WayBack> {
      if (keeps_log) return 'restore_point'
      return ((await bytesOf(ref, backups)) ?? 0) <= BACKUP_FIRST_BYTES ? 'backup' : 'none'
    },

    /** Backs a project up before something that may be regretted. Throws `conflict` when that fails or takes too long. */
    async backUpFirst(ref: string, name: string, reason: RestorePointReason): Promise<void> {
      let failure: Error | undefined
      const made = backUp(ref, name).then(
        () => true,
        (error) => {
          failure = error as Error
          onError(error, ref)
          return false
        },
      )
      const isMade = await within(BACKUP_FIRST_MS, made)
      if (isMade) return
      const why = failure
        ? `failed: ${failure.message.replace(/\.$/, '')}`
        : `takes longer than ${BACKUP_FIRST_MS / 1000} seconds`
      throw new AppError(
        'conflict',
        `Nothing was changed: the backup before it ${why}. Try again, or ${reason === 'statement' ? 'run it without a backup' : 'switch on point-in-time recovery, which takes its place'}.`,
      )
    },
  }
}
