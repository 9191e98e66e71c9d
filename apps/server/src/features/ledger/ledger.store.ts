import { TIMELINE_CHANGES_MAX, TIMELINE_SQL_MAX } from '@basalt/contract/backups/backups.rules.ts'
import type { RecoveryTimeline } from '@basalt/contract/backups/backups.schema.ts'
import { CHANGE_DAYS } from '@basalt/contract/ledger/ledger.rules.ts'
import type { Change, ChangesPage, ChangesQuery } from '@basalt/contract/ledger/ledger.schema.ts'
import { sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'

export type LedgerStore = ReturnType<typeof ledgerStore>

/** A change to be written. */
export interface ChangeRecord extends Omit<Change, 'id' | 'made_at'> {
  readonly project_ref: string
  readonly made_at: Date
}

/** The changes of every project's database. */
export function ledgerStore(metadata: Metadata) {
  return {
    /** Inserts in order. Leaves out changes of projects that are deleted by now. */
    async add(changes: readonly ChangeRecord[]) {
      await sql`
        insert into changes (project_ref, kind, origin, sql, missing, made_by, role, made_at, duration_ms, row_count,
          outcome, error, migration)
        select project_ref, kind, origin, sql, missing, made_by, role, made_at, duration_ms, row_count, outcome, error, migration
        from rows from (jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as (
          project_ref text, kind text, origin text, sql text, missing text, made_by text, role text,
          made_at timestamptz, duration_ms float8, row_count bigint, outcome text, error text, migration text)) with ordinality as change (
          project_ref, kind, origin, sql, missing, made_by, role, made_at, duration_ms, row_count, outcome, error, migration, place)
        where exists (select from projects where ref = change.project_ref)
        order by place`.execute(metadata)
    },

    /** Newest first. */
    async page(
      ref: string,
      { search, kind, origin, outcome, pending, limit, cursor }: ChangesQuery,
    ): Promise<ChangesPage> {
      const rows = await metadata
        .selectFrom('changes')
        .select(['id', 'kind', 'origin', 'sql', 'missing', 'made_by', 'role', 'made_at', 'duration_ms'])
        .select(['outcome', 'error', 'migration'])
        .select(sql<number | null>`row_count::float8`.as('row_count'))
        .where('project_ref', '=', ref)
        .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
        .$if(origin !== undefined, (query) => query.where('origin', '=', origin!))
        .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome!))
        .$if(pending === true, (query) =>
          query
            .where('migration', 'is', null)
            .where('origin', '<>', 'migration')
            .where('outcome', '=', 'done'),
        )
        .$if(!!search, (query) =>
          query.where(
            sql<boolean>`position(lower(${search}) in lower(sql)) + position(lower(${search}) in lower(made_by)) > 0`,
          ),
        )
        .$if(cursor !== undefined, (query) => query.where('id', '<', cursor!))
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      const changes: Change[] = rows.slice(0, limit)
      return { changes, next_cursor: rows.length > limit ? changes.at(-1)!.id : null }
    },

    /** In the order in which they were made; ids of none are left out. */
    find: (ref: string, ids: readonly string[]) =>
      metadata
        .selectFrom('changes')
        .select(['id', 'kind', 'sql', 'missing', 'role', 'outcome'])
        .where('project_ref', '=', ref)
        .where('id', 'in', [...ids])
        .orderBy('id')
        .execute(),

    /** The newest changes that were made since a time in ISO 8601, newest first. Those of rows displace none of the schema. */
    async activity(ref: string, since: string): Promise<RecoveryTimeline> {
      const isOfSchema = sql<boolean>`(kind = 'schema' or origin = 'merge')`
      const newest = (are: boolean) =>
        metadata
          .selectFrom('changes')
          .select(['id', 'kind', 'origin', 'made_by', 'made_at'])
          .select(sql<string>`left(sql, ${TIMELINE_SQL_MAX})`.as('sql'))
          .where('project_ref', '=', ref)
          .where('made_at', '>=', since)
          .where('outcome', '=', 'done')
          .where(isOfSchema, '=', are)
          .orderBy('id', 'desc')
          .limit(TIMELINE_CHANGES_MAX)
          .execute()
      const [ofSchema, others] = await Promise.all([newest(true), newest(false)])
      return { changes: [...ofSchema, ...others].toSorted((a, b) => Number(BigInt(b.id) - BigInt(a.id))) }
    },

    async markMigrated(ref: string, ids: readonly string[], version: string) {
      await metadata
        .updateTable('changes')
        .set({ migration: version })
        .where('project_ref', '=', ref)
        .where('id', 'in', [...ids])
        .execute()
    },

    /** Deletes changes older than CHANGE_DAYS. */
    async sweep() {
      await sql`delete from changes where made_at < now() - make_interval(days => ${CHANGE_DAYS})`.execute(
        metadata,
      )
    },
  }
}
