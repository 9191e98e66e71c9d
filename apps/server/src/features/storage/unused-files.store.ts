import { sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import type { Backups } from '../backups/backups.port.ts'

export type UnusedFiles = ReturnType<typeof unusedFiles>

/**
 * The bytes that no row refers to, by the project that they belong to and their version. A backup has rows that refer to
 * them when it began before they fell out of use.
 */
export function unusedFiles(metadata: Metadata, { reachBackTo }: Pick<Backups, 'reachBackTo'>) {
  const forget = async (ref: string, versions: readonly string[]) => {
    if (versions.length === 0) return
    await metadata
      .deleteFrom('storage_unused')
      .where('ref', '=', ref)
      .where('version', '=', sql<string>`any(${versions})`)
      .execute()
  }

  return {
    /**
     * Which of these unused versions no backup refers to. `hasJustEnded` says that their rows were deleted a moment ago;
     * otherwise they count from when they were first seen here.
     */
    async removable(
      ref: string,
      versions: readonly string[],
      { hasJustEnded }: { hasJustEnded: boolean },
    ): Promise<string[]> {
      if (versions.length === 0) return []
      const oldest = await reachBackTo(ref)
      if (oldest === undefined) return [...versions]
      const { rows } = await sql<{ version: string; is_removable: boolean }>`
        insert into storage_unused (ref, version) select ${ref}, unnest(${versions}::text[])
        on conflict (ref, version) do update
          set since = case when ${hasJustEnded} then excluded.since else storage_unused.since end
        returning version, since < ${oldest}::timestamptz as is_removable`.execute(metadata)
      return rows.filter(({ is_removable }) => is_removable).map(({ version }) => version)
    },

    /** For versions that a row refers to, or that are gone. */
    forget,
  }
}
