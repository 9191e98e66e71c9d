import { randomBytes } from 'node:crypto'
import type { BackupIndex } from '@basalt/backups/backup-index.ts'
import { restoredBytes } from '@basalt/backups/restored-files.ts'
import {
  endedRestores,
  hasPointInTime,
  RESTORE_POINTS_MAX,
  type RestoreStatus,
} from '@basalt/contract/backups/backups.rules.ts'
import type { Verification } from '@basalt/contract/backups/backups.schema.ts'
import { type PlanId, planIds } from '@basalt/contract/organizations/organizations.rules.ts'
import { statusesFor } from '@basalt/contract/projects/status.rules.ts'
import { type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import type { MetadataSchema } from '../../platform/metadata/metadata-schema.ts'

export type StoredBackup = Selectable<MetadataSchema['backups']>
export type StoredRestorePoint = Selectable<MetadataSchema['restore_points']>
export type StoredRestore = Selectable<MetadataSchema['restores']>
/** Where the backups of a project go, and whether its log is kept. */
export type BackupSettings = Selectable<MetadataSchema['backup_settings']>

type NewRestore = Pick<
  StoredRestore,
  'id' | 'ref' | 'source_ref' | 'backup' | 'archive' | 'recovery_time' | 'before_lsn' | 'instance'
> & { is_read_only?: boolean; copied_from?: string }

export type BackupStore = ReturnType<typeof backupStore>

const WITHOUT_LOG = planIds.filter((plan) => !hasPointInTime(plan))

/** A part of a blob's key. */
export const newArchive = () => randomBytes(9).toString('hex')

/** Backups and restores of projects. All throw MetadataUnavailable. */
export function backupStore(metadata: Metadata) {
  const backups = () => metadata.selectFrom('backups').selectAll()
  const restores = () => metadata.selectFrom('restores').selectAll()
  const backup = (id: string) => metadata.updateTable('backups').where('id', '=', id)

  return {
    /** Newest first. */
    listOf: (ref: string): Promise<StoredBackup[]> =>
      backups().where('ref', '=', ref).orderBy('inserted_at', 'desc').orderBy('id').execute(),

    find: (ref: string, id: string): Promise<StoredBackup | undefined> =>
      backups().where('ref', '=', ref).where('id', '=', id).executeTakeFirst(),

    running: (): Promise<StoredBackup[]> => backups().where('status', '=', 'RUNNING').execute(),

    /** Backups that a killed server did not check. */
    unchecked: (): Promise<StoredBackup[]> =>
      backups().where('status', '=', 'COMPLETED').where('verified_at', 'is', null).execute(),

    async countManual(ref: string): Promise<number> {
      const { count } = await metadata
        .selectFrom('backups')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('ref', '=', ref)
        .where('is_scheduled', '=', false)
        .where('status', 'in', ['RUNNING', 'COMPLETED'])
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    add: (row: { id: string; ref: string; archive: string; name: string | null; is_scheduled: boolean }) =>
      metadata.insertInto('backups').values(row).returningAll().executeTakeFirstOrThrow(),

    /** False when it has been cancelled meanwhile. */
    async complete(id: string, index: BackupIndex): Promise<boolean> {
      const { numUpdatedRows } = await backup(id)
        .where('status', '=', 'RUNNING')
        .set({
          status: 'COMPLETED',
          kind: index.kind,
          base: index.base,
          size_bytes: index.packBytes,
          data_bytes: restoredBytes(index),
          timeline: index.timeline,
          start_lsn: index.startLsn,
          ended_at: index.endedAt,
        })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async fail(id: string, error: string) {
      await backup(id).where('status', '=', 'RUNNING').set({ status: 'FAILED', error, base: null }).execute()
    },

    /** Backups of which a killed server did not remove what there was. */
    cancelling: (): Promise<StoredBackup[]> => backups().where('status', '=', 'CANCELLING').execute(),

    /** False when it is not being made any more. */
    async beginCancel(id: string): Promise<boolean> {
      const { numUpdatedRows } = await backup(id)
        .where('status', '=', 'RUNNING')
        .set({ status: 'CANCELLING', base: null })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async cancelled(id: string) {
      await backup(id).where('status', '=', 'CANCELLING').set({ status: 'CANCELLED' }).execute()
    },

    /** What a backup that has just begun builds on: null for a full one. */
    async buildOn(id: string, base: string | null) {
      await backup(id).set({ base }).execute()
    },

    /** What the last check found stays until this one has ended. False when it is being checked, or is not complete. */
    async beginCheck(id: string): Promise<boolean> {
      const { numUpdatedRows } = await backup(id)
        .where('status', '=', 'COMPLETED')
        .where('verified_at', 'is not', null)
        .set({ verified_at: null })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** A backup that was damaged before stays so. False when its check has ended. */
    async cancelCheck(id: string, at: Date): Promise<boolean> {
      const { numUpdatedRows } = await backup(id)
        .where('status', '=', 'COMPLETED')
        .where('verified_at', 'is', null)
        .set({
          verified_at: at,
          restore_seconds: null,
          verification: sql<string>`case when jsonb_array_length(verification -> 'problems') > 0 then verification end`,
        })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** False when it has been removed, or its check was cancelled, meanwhile. */
    async verify(id: string, at: Date, seconds: number | null, verification: Verification): Promise<boolean> {
      const { numUpdatedRows } = await backup(id)
        .where('verified_at', 'is', null)
        .set({ verified_at: at, restore_seconds: seconds, verification: JSON.stringify(verification) })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async remove(id: string) {
      await metadata.deleteFrom('backups').where('id', '=', id).execute()
    },

    async settingsOf(ref: string): Promise<BackupSettings> {
      const row = await metadata
        .insertInto('backup_settings')
        .values({ ref, archive: newArchive() })
        .onConflict((conflict) => conflict.column('ref').doNothing())
        .returningAll()
        .executeTakeFirst()
      return (
        row ??
        metadata.selectFrom('backup_settings').selectAll().where('ref', '=', ref).executeTakeFirstOrThrow()
      )
    },

    async notePostgresVersion(ref: string, version: string) {
      await metadata
        .updateTable('backup_settings')
        .set({ postgres_version: version })
        .where('ref', '=', ref)
        .execute()
    },

    /** The projects whose log is kept. */
    async refsWithLog(): Promise<string[]> {
      const rows = await metadata
        .selectFrom('backup_settings')
        .select('ref')
        .where('keeps_log', '=', true)
        .execute()
      return rows.map(({ ref }) => ref)
    },

    /** Stops keeping the logs of organizations that changed to a plan without them, and returns their projects. */
    async endLogsBeyondPlan(): Promise<string[]> {
      const ended = await metadata
        .updateTable('backup_settings')
        .set({ keeps_log: false, is_synchronous: false, may_keep_log: true })
        .where('keeps_log', '=', true)
        .where('ref', 'in', ({ selectFrom }) =>
          selectFrom('projects')
            .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
            .select('projects.ref')
            .where('organizations.plan', 'in', WITHOUT_LOG),
        )
        .returning('ref')
        .execute()
      return ended.map(({ ref }) => ref)
    },

    async mayKeepLog(ref: string): Promise<boolean> {
      const row = await metadata
        .selectFrom('backup_settings')
        .select('may_keep_log')
        .where('ref', '=', ref)
        .executeTakeFirst()
      return row?.may_keep_log ?? false
    },

    /** The projects whose log is no longer kept, and whose databases may not know that yet. */
    async refsWithLeftLog(): Promise<string[]> {
      const rows = await metadata
        .selectFrom('backup_settings')
        .select('ref')
        .where('may_keep_log', '=', true)
        .execute()
      return rows.map(({ ref }) => ref)
    },

    async change(ref: string, change: Updateable<MetadataSchema['backup_settings']>) {
      if (Object.keys(change).length === 0) return
      await metadata.updateTable('backup_settings').set(change).where('ref', '=', ref).execute()
    },

    /** The schedule of each project whose database is up. */
    scheduled: () =>
      metadata
        .selectFrom('projects')
        .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
        .leftJoin('backup_settings', 'backup_settings.ref', 'projects.ref')
        .select([
          'projects.ref',
          'projects.created_at',
          'organizations.plan',
          'backup_settings.schedule',
          'backup_settings.window_minutes',
          'backup_settings.due_at',
        ])
        .where('projects.status', 'in', statusesFor('query'))
        .execute(),

    /** Later backups do not go on from those before. */
    async beginHistory(ref: string) {
      await metadata
        .updateTable('backup_settings')
        // The data comes with settings of another time.
        .set({ archive: newArchive(), may_keep_log: sql<boolean>`not keeps_log` })
        .where('ref', '=', ref)
        .execute()
    },

    /** Newest first. */
    restorePoints: (ref: string): Promise<StoredRestorePoint[]> =>
      metadata
        .selectFrom('restore_points')
        .selectAll()
        .where('ref', '=', ref)
        .orderBy('made_at', 'desc')
        .limit(RESTORE_POINTS_MAX)
        .execute(),

    async addRestorePoint(row: StoredRestorePoint) {
      await metadata.insertInto('restore_points').values(row).execute()
    },

    /** Removes restore points that no backup reaches any more, and the oldest of too many. */
    async removeOldPoints(ref: string) {
      await sql`
        delete from restore_points point where ref = ${ref} and (
          not exists (
            select from backups where ref = point.ref and archive = point.archive
              and status = 'COMPLETED' and ended_at <= point.made_at
          ) or id in (select id from restore_points where ref = ${ref} order by made_at desc offset ${RESTORE_POINTS_MAX}))`.execute(
        metadata,
      )
    },

    /** When the oldest backup of a project and its branches began, or a restore whose data from before is kept. */
    async reachBackTo(root: string): Promise<string | undefined> {
      const { rows } = await sql<{ moment: string | null }>`
        select min(moment) as moment from branches, lateral (
          select inserted_at from backups where ref = project_ref and status in ('RUNNING', 'COMPLETED')
          union all
          select created_at from restores where ref = project_ref and status not in (${sql.join(endedRestores)})
        ) kept (moment)
        where parent_project_ref = ${root}`.execute(metadata)
      return rows[0]?.moment ?? undefined
    },

    /** The plan of the project's organization. */
    async planOf(ref: string): Promise<PlanId> {
      const { plan } = await metadata
        .selectFrom('projects')
        .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
        .select('organizations.plan')
        .where('projects.ref', '=', ref)
        .executeTakeFirstOrThrow()
      return plan
    },

    /** Undefined while another restore of the project has not ended. */
    addRestore: (
      row: NewRestore,
      database: Kysely<MetadataSchema> = metadata,
    ): Promise<StoredRestore | undefined> =>
      database
        .insertInto('restores')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst(),

    /** The last restore of a project. */
    lastRestore: (ref: string): Promise<StoredRestore | undefined> =>
      restores().where('ref', '=', ref).orderBy('created_at', 'desc').limit(1).executeTakeFirst(),

    /** Whether a restore in place ended after a moment, and was not undone. */
    async wasRestoredSince(ref: string, moment: Date): Promise<boolean> {
      const row = await metadata
        .selectFrom('restores')
        .select('id')
        .where('ref', '=', ref)
        .where('instance', 'is not', null)
        .where('status', 'in', ['RESTORED', 'CONFIRMING', 'CONFIRMED'])
        .where(sql<boolean>`created_at + make_interval(secs => seconds) > ${moment.toISOString()}`)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    /** Whether the data from before a restore is being copied, to be looked at. */
    async isDataCopied(instance: string): Promise<boolean> {
      const copy = await metadata
        .selectFrom('restores')
        .select('restores.id')
        .innerJoin('projects', 'projects.ref', 'restores.ref')
        .where('copied_from', '=', instance)
        .where('restores.status', '=', 'PREPARING')
        .where('projects.status', '=', 'COMING_UP')
        .executeTakeFirst()
      return copy !== undefined
    },

    openRestores: (): Promise<StoredRestore[]> =>
      restores().where('status', 'not in', endedRestores).execute(),

    /** Whether another project is being made from the backups of a project, or from this one of them. */
    async isCopied(
      sourceRef: string,
      id?: string,
      database: Kysely<MetadataSchema> = metadata,
    ): Promise<boolean> {
      let copies = database
        .selectFrom('restores')
        .select('restores.id')
        .innerJoin('projects', 'projects.ref', 'restores.ref')
        .where('source_ref', '=', sourceRef)
        .where('instance', 'is', null)
        .where('restores.status', '=', 'PREPARING')
        // One that failed can be tried again, for as long as its backup is there.
        .where('projects.status', '=', 'COMING_UP')
      if (id !== undefined) copies = copies.where('backup', '=', id)
      return (await copies.executeTakeFirst()) !== undefined
    },

    /** Whether a project exists and is not being deleted. If so, its deletion cannot begin before the transaction ends. */
    async stays(ref: string, transaction: Transaction<MetadataSchema>): Promise<boolean> {
      const project = await transaction
        .selectFrom('projects')
        .select('status')
        .where('ref', '=', ref)
        .forShare()
        .executeTakeFirst()
      return project !== undefined && project.status !== 'GOING_DOWN'
    },

    /** The restore of a project that has not ended, if it has one of these statuses. */
    restoreIn: (ref: string, statuses: readonly RestoreStatus[]): Promise<StoredRestore | undefined> =>
      restores().where('ref', '=', ref).where('status', 'in', statuses).executeTakeFirst(),

    /** False when it is in none of `from`. */
    async changeRestore(
      id: string,
      from: readonly RestoreStatus[],
      status: RestoreStatus,
      {
        error = null,
        transaction,
      }: { error?: string | null; transaction?: Transaction<MetadataSchema> } = {},
    ): Promise<boolean> {
      const { numUpdatedRows } = await (transaction ?? metadata)
        .updateTable('restores')
        .where('id', '=', id)
        .where('status', 'in', from)
        .set({ status, error })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** The restored data is in place: what happens to it from here on is another history. */
    async placed({ id, ref }: StoredRestore) {
      await metadata.transaction().execute(async (transaction) => {
        const { archive } = await transaction
          .selectFrom('backup_settings')
          .select('archive')
          .where('ref', '=', ref)
          .forUpdate()
          .executeTakeFirstOrThrow()
        const changed = await transaction
          .updateTable('restores')
          .set({
            status: 'RESTORED',
            previous_archive: archive,
            seconds: sql<number>`extract(epoch from now() - created_at)`,
          })
          .where('id', '=', id)
          .where('status', '=', 'PLACING')
          .executeTakeFirst()
        if (changed.numUpdatedRows === 0n) return
        await transaction
          .updateTable('backup_settings')
          .set({ archive: newArchive() })
          .where('ref', '=', ref)
          .execute()
      })
    },

    /** The data from before is back in place, with its history. The instance is still there. */
    async putBack({ ref, previous_archive }: StoredRestore) {
      if (previous_archive !== null)
        await metadata
          .updateTable('backup_settings')
          // It is as it was, whatever has been switched off since.
          .set({ archive: previous_archive, may_keep_log: sql<boolean>`not keeps_log` })
          .where('ref', '=', ref)
          .execute()
    },
  }
}
