import type { DiskSpace } from '@basalt/postgres-supervisor/engine.ts'
import { sql } from 'kysely'
import { AppError } from '../../http/app-error.ts'
import { singleFlight } from '../single-flight.ts'
import { METADATA_DISK_FREE_MIN_BYTES, METADATA_HEALTH_TIMEOUT_MS } from './metadata.rules.ts'
import type { Metadata } from './metadata.ts'
import { MetadataDiskFull, MetadataUnavailable, toMetadataFailure } from './metadata-errors.ts'

export type MetadataCheck = () => Promise<void>

interface Options {
  /** How long the database may take to answer. */
  timeoutMs?: number
  /** The disk of the database, where it is known. */
  disk?: (() => Promise<DiskSpace>) | undefined
}

/**
 * Returns a check that resolves when the metadata database answers a query and has room to write. Overlapping checks
 * share one query, so that frequent checks of a frozen database use up no connections. It throws
 * `instance_unavailable` with the cause, after two seconds at the latest.
 */
export function metadataCheck(
  metadata: Metadata,
  { timeoutMs = METADATA_HEALTH_TIMEOUT_MS, disk }: Options = {},
): MetadataCheck {
  const query = singleFlight(() => writeTemporarily(metadata))
  return async () => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => reject(new MetadataUnavailable(`has not answered for ${timeoutMs / 1000} seconds`)),
        timeoutMs,
      )
    })
    try {
      await Promise.race([query.run(), late])
    } catch (error) {
      const failure = toMetadataFailure(error)
      if (failure instanceof MetadataDiskFull) throw diskFull('cannot write', failure)
      // PostgreSQL stops when its WAL has no room, and cannot start until there is some.
      if (failure instanceof MetadataUnavailable && (await isFull(disk))) throw diskFull('is down', failure)
      throw failure
    } finally {
      clearTimeout(timer)
    }
  }
}

/**
 * Writes a few blocks to a temporary file, by exceeding `work_mem`, so that nothing is left in the tables or in the WAL.
 */
const writeTemporarily = (metadata: Metadata) =>
  metadata.transaction().execute(async (transaction) => {
    await sql`set local work_mem = '64kB'`.execute(transaction)
    await sql`select count(*) from generate_series(1, 5000)`.execute(transaction)
  })

async function isFull(disk: Options['disk']) {
  const space = await disk?.().catch(() => undefined)
  return space !== undefined && space.freeBytes < METADATA_DISK_FREE_MIN_BYTES
}

const diskFull = (what: string, cause: unknown) =>
  new AppError(
    'instance_unavailable',
    `The metadata database ${what} because its disk is full. Free some space and it will recover.`,
    { cause },
  )
