import { HISTORY_DAYS, type QueryOutcome } from '@basalt/contract/query-history/query-history.rules.ts'
import type {
  QueryHistoryEntry,
  QueryHistoryQuery,
} from '@basalt/contract/query-history/query-history.schema.ts'
import { sql } from 'kysely'
import { readCursor, writeCursor } from '../../http/page-cursor.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'

export type QueryHistoryStore = ReturnType<typeof queryHistoryStore>

/** A run that has ended. */
export interface FinishedRun {
  project_ref: string
  started_by: string
  role: string
  database: string
  sql: string
  is_cut: boolean
  started_at: Date
  duration_ms: number
  row_count: number | null
  outcome: QueryOutcome
  error: string | null
  sqlstate: string | null
}

/** The runs of every project. */
export function queryHistoryStore(metadata: Metadata) {
  return {
    /** Skips runs of projects that have been deleted in the meantime. */
    async add(runs: readonly FinishedRun[]) {
      await sql`
        insert into query_runs (project_ref, started_by, role, database, sql, is_cut, started_at, duration_ms,
          row_count, outcome, error, sqlstate)
        select run.project_ref, started_by, role, database, sql, is_cut, started_at, duration_ms,
          row_count, outcome, error, sqlstate
        from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) as run (project_ref text, started_by text, role text,
          database text, sql text, is_cut boolean, started_at timestamptz, duration_ms float8, row_count bigint,
          outcome text, error text, sqlstate text)
        join projects on projects.ref = run.project_ref
        for key share of projects`.execute(metadata)
    },

    /** Deletes runs older than HISTORY_DAYS. */
    async sweep() {
      await sql`delete from query_runs where started_at < now() - make_interval(days => ${HISTORY_DAYS})`.execute(
        metadata,
      )
    },

    /** Newest first. */
    async page(ref: string, { search, outcome, limit, cursor }: QueryHistoryQuery) {
      const after = cursor === undefined ? undefined : readCursor(cursor)
      const rows = await metadata
        .selectFrom('query_runs')
        .select(['id', 'sql', 'is_cut', 'started_by', 'role', 'database', 'started_at'])
        .select(['duration_ms', 'outcome', 'error', 'sqlstate'])
        .select(sql<number | null>`row_count::float8`.as('row_count'))
        .where('project_ref', '=', ref)
        .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome!))
        .$if(!!search, (query) =>
          query.where(
            sql<boolean>`position(lower(${search}) in lower(sql)) + position(lower(${search}) in lower(started_by)) > 0`,
          ),
        )
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(started_at, id) < (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`),
        )
        .orderBy('started_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      const data: QueryHistoryEntry[] = rows.slice(0, limit)
      const last = data.at(-1)
      return {
        data,
        ...(last && rows.length > limit && { cursor: writeCursor([last.started_at, last.id]) }),
      }
    },
  }
}
