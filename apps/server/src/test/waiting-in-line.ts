import { waitFor } from '@basalt/testing/wait-for.ts'
import { sql, type Transaction } from 'kysely'
import type { Metadata } from '../platform/metadata/metadata.ts'
import type { MetadataSchema } from '../platform/metadata/metadata-schema.ts'

/**
 * Begins calls while the rows that they change are held, so that each has read them before the first one changes them. They
 * change them in their order, once all wait. Returns what they answered.
 */
export async function inLine<T>(
  metadata: Metadata,
  hold: (transaction: Transaction<MetadataSchema>) => Promise<unknown>,
  calls: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const begun = await metadata.transaction().execute(async (transaction) => {
    await hold(transaction)
    const waiting: Promise<T>[] = []
    for (const call of calls) {
      waiting.push(call())
      await waitFor(async () => (await countOfWaiting(metadata)) === waiting.length)
    }
    return waiting
  })
  return Promise.all(begun)
}

const countOfWaiting = async (metadata: Metadata): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(metadata)
  return rows[0]!.count
}
