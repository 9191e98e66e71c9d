import type { MergeEventKind, MergeStatus } from '@basalt/contract/merge-requests/merge-requests.rules.ts'
import type { MergedTable, MergeRehearsal } from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import type { DecidedRow } from '@basalt/merge/rows/row-decisions.ts'
import type { DecidedObject } from '@basalt/merge/schema/merge-facts.ts'
import type { ColumnType, Generated } from 'kysely'

/** JSON is written as text. */
type Json<T> = ColumnType<T, string, string>

/** Decisions by the key of a row, by the schema and name of its table as a JSON array. */
export type RowDecisions = Record<string, Record<string, DecidedRow>>
export type SchemaDecisions = Record<string, DecidedObject>

declare module '../../platform/metadata/metadata-schema.ts' {
  interface MetadataSchema {
    merge_requests: {
      id: Generated<string>
      branch_ref: string | null
      branch_name: string
      target_ref: string
      title: string
      description: string
      status: Generated<MergeStatus>
      tables: Json<MergedTable[]>
      includes_files: boolean
      sql: ColumnType<string | null, never, string | null>
      schema_decisions: ColumnType<SchemaDecisions, never, string>
      row_decisions: ColumnType<RowDecisions, never, string>
      revision: ColumnType<number, never, number>
      rehearsal: ColumnType<MergeRehearsal | null, never, string | null>
      rehearsed_fingerprint: ColumnType<string | null, never, string | null>
      rehearsed_content: ColumnType<string | null, never, string | null>
      failure: ColumnType<string | null, never, string | null>
      merging_xid: ColumnType<string | null, never, string | null>
      merging_by: ColumnType<string | null, never, string | null>
      created_by: string
      created_at: Now
      updated_at: Now
      merged_at: ColumnType<string | null, never, string | null>
    }
    merge_request_reviewers: {
      request_id: string
      user_id: string
    }
    merge_request_events: {
      id: Generated<string>
      request_id: string
      kind: MergeEventKind
      revision: number
      approves: Generated<boolean>
      content: string | null
      made_by: string | null
      text: string | null
      at: Now
    }
  }
}
