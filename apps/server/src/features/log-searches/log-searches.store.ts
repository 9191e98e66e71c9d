import {
  LOG_SEARCHES_MAX,
  type LogSearchPlace,
  logSearchTaken,
  TOO_MANY_LOG_SEARCHES,
} from '@basalt/contract/log-searches/log-searches.rules.ts'
import type { LogSearch, NewLogSearch } from '@basalt/contract/log-searches/log-searches.schema.ts'
import { sql } from 'kysely'
import { AppError } from '../../http/app-error.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'

const fields = ['id', 'name', 'search as text', 'chart'] as const

/** Saved searches of the logs of projects. */
export const logSearchStore = (metadata: Metadata) => ({
  /** By name. */
  list: (ref: string, place: LogSearchPlace): Promise<LogSearch[]> =>
    metadata
      .selectFrom('log_searches')
      .select(fields)
      .where('ref', '=', ref)
      .where('place', '=', place)
      .orderBy(sql`lower(name)`)
      .execute(),

  /** Throws `conflict` when there are too many on the page, or one with this name. */
  async insert(ref: string, { place, name, text, chart }: NewLogSearch): Promise<LogSearch> {
    const { count } = await metadata
      .selectFrom('log_searches')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('ref', '=', ref)
      .where('place', '=', place)
      .executeTakeFirstOrThrow()
    if (count >= LOG_SEARCHES_MAX) throw new AppError('conflict', TOO_MANY_LOG_SEARCHES)
    const saved = await metadata
      .insertInto('log_searches')
      .values({ ref, place, name, search: text, chart: chart && JSON.stringify(chart) })
      .onConflict((conflict) => conflict.doNothing())
      .returning(fields)
      .executeTakeFirst()
    if (!saved) throw new AppError('conflict', logSearchTaken(name))
    return saved
  },

  /** Whether there was one. */
  async remove(ref: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await metadata
      .deleteFrom('log_searches')
      .where('ref', '=', ref)
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
})
