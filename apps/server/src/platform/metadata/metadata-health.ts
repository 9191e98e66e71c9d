import { sql } from 'kysely'
import { sharedRun } from '../shared-run.ts'
import { METADATA_HEALTHY_WITHIN_MS } from './metadata.rules.ts'
import type { Metadata } from './metadata.ts'
import { MetadataUnavailable, orMetadataUnavailable } from './metadata-errors.ts'

export type MetadataCheck = () => Promise<void>

/**
 * Returns a check that resolves when the metadata database answers a query. Overlapping checks share one query, so that
 * frequent checks of a frozen database use up no connections. It throws MetadataUnavailable after two seconds.
 */
export function metadataCheck(
  metadata: Metadata,
  withinMs: number = METADATA_HEALTHY_WITHIN_MS,
): MetadataCheck {
  const asking = sharedRun(() => sql`select 1`.execute(metadata))
  return async () => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => reject(new MetadataUnavailable(`has not answered for ${withinMs / 1000} seconds`)),
        withinMs,
      )
    })
    try {
      await Promise.race([asking.run(), late])
    } catch (error) {
      throw orMetadataUnavailable(error)
    } finally {
      clearTimeout(timer)
    }
  }
}
