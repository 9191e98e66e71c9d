import type { ImportFollowing } from '@basalt/contract/database-import/database-import.schema.ts'
import type pg from 'pg'
import type { Source } from '../source.ts'
import { followedTables, subscriptionHealth } from './at-project.ts'
import { slotState } from './at-source.ts'

/** What a project's PostgreSQL has last logged as a failure of replication since a time in ISO 8601; null for nothing. */
export type LatestFailure = (ref: string, since: string) => Promise<string | null>

interface Reading {
  readonly name: string
  readonly source: Source
  inProject<T>(work: (admin: pg.Client) => Promise<T>): Promise<T>
  latestFailure(): Promise<string | null>
}

/** How far a project is behind its source. A source that does not answer is part of the result. */
export async function readFollowing(reading: Reading): Promise<ImportFollowing> {
  const { name, source, inProject, latestFailure } = reading
  const [here, there] = await Promise.all([
    inProject(async (admin) => ({
      tables: await followedTables(admin, name),
      health: await subscriptionHealth(admin, name),
    })),
    source.during((client) => slotState(client, name)).catch((error: Error) => error),
  ])
  const slot = there instanceof Error ? undefined : there
  const sourceError =
    there instanceof Error
      ? there.message
      : there === undefined
        ? 'The replication slot is gone at the source, so changes are missing. Cancel the import and start again.'
        : there.wal_status === 'lost'
          ? 'The source has removed WAL that this project had not received, because max_slot_wal_keep_size was reached. Cancel the import and start again.'
          : null
  return {
    tables: here.tables,
    lag_bytes: slot?.lag_bytes ?? null,
    lag_seconds: slot?.lag_seconds ?? null,
    source_error: sourceError,
    wal_status: slot?.wal_status ?? null,
    is_connected: here.health?.is_connected ?? false,
    failures: here.health?.failures ?? 0,
    latest_failure: (here.health?.failures ?? 0) > 0 ? await latestFailure() : null,
    is_ready: sourceError === null && here.tables.every(({ state }) => state === 'streaming'),
  }
}
