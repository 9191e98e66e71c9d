import { sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'

export type SleepStore = ReturnType<typeof sleepStore>

/** The sleep settings and state of a project. */
export interface SleepRow {
  ref: string
  isBranch: boolean
  /** Undefined when nobody has chosen, null for never. */
  chosen: number | null | undefined
  asleepSince: string | null
}

/** When projects fall asleep. */
export function sleepStore(metadata: Metadata) {
  const rows = () =>
    metadata
      .selectFrom('projects')
      .innerJoin('branches', 'branches.project_ref', 'projects.ref')
      .leftJoin('sleep_settings', 'sleep_settings.ref', 'projects.ref')
      .select([
        'projects.ref',
        'projects.asleep_since as asleepSince',
        sql<boolean>`branches.project_ref <> branches.parent_project_ref`.as('isBranch'),
        sql<boolean>`sleep_settings.ref is not null`.as('isChosen'),
        'sleep_settings.idle_minutes as idleMinutes',
      ])
  const read = ({ isChosen, idleMinutes, ...row }: Awaited<ReturnType<typeof rowsOf>>[number]): SleepRow => ({
    ...row,
    chosen: isChosen ? idleMinutes : undefined,
  })
  const rowsOf = (query: ReturnType<typeof rows>) => query.execute()

  return {
    /** Undefined when there is no such project. */
    async find(ref: string): Promise<SleepRow | undefined> {
      const [row] = await rowsOf(rows().where('projects.ref', '=', ref))
      return row && read(row)
    },

    /** Healthy projects that are awake. */
    async awake(): Promise<SleepRow[]> {
      const awake = rows()
        .where('projects.status', '=', 'ACTIVE_HEALTHY')
        .where('projects.asleep_since', 'is', null)
      return (await rowsOf(awake)).map(read)
    },

    /** Null for never. */
    async choose(ref: string, idleMinutes: number | null) {
      await metadata
        .insertInto('sleep_settings')
        .values({ ref, idle_minutes: idleMinutes })
        .onConflict((conflict) => conflict.column('ref').doUpdateSet({ idle_minutes: idleMinutes }))
        .execute()
    },
  }
}
