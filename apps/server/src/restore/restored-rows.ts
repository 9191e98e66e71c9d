import type { BackupIndex } from '@basalt/backups/backup-index.ts'
import { endedRestores } from '@basalt/contract/backups/backups.rules.ts'
import { sql } from 'kysely'
import { backupStore } from '../features/backups/backups.store.ts'
import { replicaStore } from '../features/replicas/replicas.store.ts'
import type { Metadata } from '../platform/metadata/metadata.ts'

const REPLACED = 'The installation was restored meanwhile.'

/** Makes the metadata of a restored installation say what is true now. All of it can be repeated. */
export function restoredRows(metadata: Metadata) {
  const backups = backupStore(metadata)
  const replicas = replicaStore(metadata)
  return {
    /** Projects whose databases are to be made. One that is being deleted is not. */
    projects: () =>
      metadata
        .selectFrom('projects')
        .select(['ref', 'name', 'status'])
        .where('status', '<>', 'GOING_DOWN')
        .orderBy('ref')
        .execute(),

    /** The archives that a project may have, the present one first. */
    async archivesOf(ref: string): Promise<string[]> {
      const { archive } = await backups.settingsOf(ref)
      const known = await backups.listOf(ref)
      return [...new Set([archive, ...known.map((backup) => backup.archive)])]
    },

    /** What is stored counts: a backup that is not there is none, and one that ended after the metadata were backed up is one. */
    async knowBackups(
      ref: string,
      stored: readonly { archive: string; index: BackupIndex }[],
    ): Promise<void> {
      const ids = new Set(stored.map(({ index }) => index.id))
      for (const { id, status } of await backups.listOf(ref))
        if (status === 'RUNNING') await backups.fail(id, REPLACED)
        else if (status === 'COMPLETED' && !ids.has(id)) await backups.remove(id)
      for (const { archive, index } of stored) {
        if (!(await backups.find(ref, index.id)))
          await metadata
            .insertInto('backups')
            .values({
              id: index.id,
              ref,
              archive,
              name: null,
              is_scheduled: true,
              inserted_at: index.startedAt,
            })
            .execute()
        const row = await backups.find(ref, index.id)
        if (row?.status !== 'COMPLETED') await backups.complete(index.id, index)
      }
      // The database continues on another timeline.
      await backups.beginHistory(ref)
    },

    /** The place of the backups is another one from here on. */
    async forgetBackups(ref: string) {
      await metadata.deleteFrom('backups').where('ref', '=', ref).execute()
      await metadata.deleteFrom('restore_points').where('ref', '=', ref).execute()
      await backups.beginHistory(ref)
    },

    /** A project without a backup has no database. */
    async isLost(ref: string, failure: string) {
      await metadata
        .updateTable('projects')
        .set({ status: 'INIT_FAILED', failure, asleep_since: null, asleep_with: null })
        .where('ref', '=', ref)
        .execute()
    },

    /** Ends what was under way between two databases: only those of projects exist here. */
    async settle(now: Date) {
      await sql`
        update restores set status = case when status in ('RESTORED', 'CONFIRMING') then 'CONFIRMED' else 'FAILED' end,
          error = case when status in ('RESTORED', 'CONFIRMING') then null else ${REPLACED} end
        where instance is not null and status not in (${sql.join(endedRestores)})`.execute(metadata)
      await metadata
        .updateTable('fail_overs')
        .set({ ended_at: sql`now()` })
        .where('ended_at', 'is', null)
        .execute()
      await metadata.deleteFrom('replicas').where('is_former_primary', '=', true).execute()
      for (const { identifier, status } of await replicas.all())
        if (status !== 'GOING_DOWN') await replicas.beginAgain(identifier, [status], now)
    },
  }
}
