import type { BackupIndex } from '@basalt/backups/backup-index.ts'
import { type Selectable, sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import type { MetadataSchema } from '../../platform/metadata/metadata-schema.ts'
import { MISSING_DAYS } from './installation-backups.rules.ts'

export type StoredInstallationBackup = Selectable<MetadataSchema['installation_backups']>

export type InstallationBackupStore = ReturnType<typeof installationBackupStore>

/** Rows of one statement. */
const BATCH = 1_000

/** What is known about the backups of the installation and the copies of files. All throw MetadataUnavailable. */
export function installationBackupStore(metadata: Metadata) {
  return {
    /** Newest first. */
    list: (): Promise<StoredInstallationBackup[]> =>
      metadata
        .selectFrom('installation_backups')
        .selectAll()
        .orderBy('ended_at', 'desc')
        .orderBy('id')
        .execute(),

    async add({ id, kind, base, packBytes, endedAt }: BackupIndex) {
      await metadata
        .insertInto('installation_backups')
        .values({ id, kind, base, size_bytes: packBytes, ended_at: endedAt })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    async verify(id: string, at: Date, found: { seconds: number | null; problem: string | null }) {
      await metadata
        .updateTable('installation_backups')
        .set({ verified_at: at, restore_seconds: found.seconds, problem: found.problem })
        .where('id', '=', id)
        .execute()
    },

    async remove(id: string) {
      await metadata.deleteFrom('installation_backups').where('id', '=', id).execute()
    },

    /** Every project, and those that are gone and whose files were copied. */
    async refs(): Promise<{ ref: string; isProject: boolean }[]> {
      const { rows } = await sql<{ ref: string; is_project: boolean }>`
        select coalesce(projects.ref, copied_files.ref) as ref, projects.ref is not null as is_project
        from projects full join copied_files using (ref) order by 1`.execute(metadata)
      return rows.map(({ ref, is_project }) => ({ ref, isProject: is_project }))
    },

    async copied(ref: string, files: number, at: Date) {
      await metadata
        .insertInto('copied_files')
        .values({ ref, files, copied_at: at })
        .onConflict((conflict) => conflict.column('ref').doUpdateSet({ files, copied_at: at }))
        .execute()
    },

    async forget(ref: string) {
      await metadata.deleteFrom('copied_files').where('ref', '=', ref).execute()
    },

    async totals(): Promise<{ count: number; copied_at: string | null }> {
      const { count, at } = await metadata
        .selectFrom('copied_files')
        .select([
          sql<number>`coalesce(sum(files), 0)`.as('count'),
          sql<string | null>`max(copied_at)`.as('at'),
        ])
        .executeTakeFirstOrThrow()
      return { count, copied_at: at }
    },

    /** Notes which copies of a project's files are of no file that is there now, and returns those of long ago. */
    async missing(ref: string, keys: readonly string[]): Promise<string[]> {
      await sql`delete from missing_files where ref = ${ref} and not key = any(${sql.val(keys)})`.execute(
        metadata,
      )
      for (let start = 0; start < keys.length; start += BATCH)
        await metadata
          .insertInto('missing_files')
          .values(keys.slice(start, start + BATCH).map((key) => ({ ref, key })))
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      const { rows } = await sql<{ key: string }>`
        select key from missing_files where ref = ${ref} and since < now() - make_interval(days => ${MISSING_DAYS})`.execute(
        metadata,
      )
      return rows.map(({ key }) => key)
    },

    async removed(ref: string, key: string) {
      await metadata.deleteFrom('missing_files').where('ref', '=', ref).where('key', '=', key).execute()
    },

    async keyConfirmedAt(): Promise<string | null> {
      const row = await metadata.selectFrom('installation').select('key_confirmed_at').executeTakeFirst()
      return row?.key_confirmed_at ?? null
    },

    async confirmKey(at: Date) {
      await metadata.updateTable('installation').set({ key_confirmed_at: at }).execute()
    },
  }
}
