import { z } from 'zod'
import { DatabaseIdentifier } from '../connect/connect.schema.ts'
import { SqlFailure } from '../errors.ts'
import { Text } from '../text.ts'
import { ClaimsFunction } from './claims.schema.ts'
import {
  CLAIMS_LENGTH_MAX,
  JSON_RESULT_BYTES,
  RESULT_ROWS,
  ROLE_NAME_MAX,
  STREAM_ROWS_MAX,
} from './query.rules.ts'

/** Claims nested too deeply for `JSON.stringify` count as too long. */
function isShort(claims: object): boolean {
  try {
    return JSON.stringify(claims).length <= CLAIMS_LENGTH_MAX
  } catch {
    return false
  }
}

/** Claims as an API request would carry them; PostgreSQL sees them in the setting `request.jwt.claims`. */
export const RequestClaims = z.record(z.string(), z.unknown()).refine(isShort, 'These claims are too long')

export const QueryText = z.strictObject({
  query: Text.refine((sql) => sql.trim() !== '', 'Enter some SQL'),
  /** The identifier of one of the project's databases; the primary by default. */
  database: DatabaseIdentifier.optional(),
  /** The database role to run as, which `postgres` must be able to assume; `postgres` by default. */
  role: Text.min(1).max(ROLE_NAME_MAX).optional(),
  claims: RequestClaims.optional(),
  /** Runs with the read-only role, inside one read-only transaction, even for a caller with more rights. */
  read_only: z.boolean().optional(),
  /** A function `name(event jsonb) returns jsonb` that transforms the claims, as when a token is issued. */
  claims_function: ClaimsFunction.optional(),
})

/** Rows of a statement before its result is truncated. */
const MaxRows = z.number().int().min(1).max(STREAM_ROWS_MAX).default(RESULT_ROWS)

export const RunQueryText = QueryText.extend({
  max_rows: MaxRows,
  /** Rows beyond this many bytes are dropped, which a response header reports. */
  max_bytes: z.number().int().min(1).max(JSON_RESULT_BYTES).default(JSON_RESULT_BYTES),
})

export const DatabaseRole = z
  .object({ name: z.string(), bypasses_rls: z.boolean() })
  .meta({ id: 'DatabaseRole' })
export type DatabaseRole = z.infer<typeof DatabaseRole>

export const StreamedQueryText = QueryText.extend({
  max_rows: MaxRows,
  /** Keeps a transaction that the SQL leaves open, for a limited time, until the caller ends it. */
  hold: z.boolean().default(false),
  /**
   * Stores the rows of the only statement on the server, to be read page by page under the query's id, and streams only
   * their number.
   */
  store: z.boolean().default(false),
  /**
   * Makes a restore point first, or a backup where point-in-time recovery is off and the database is small. For SQL that may
   * be regretted.
   */
  restore_point: z.boolean().default(false),
  /** An id for the run, which then continues when its client disconnects and can be followed again. */
  keep: z.uuid().optional(),
})

export const TransactionEnding = z.strictObject({
  how: z.enum(['commit', 'rollback']),
  /** Makes a restore point before a commit, as of SQL that runs at once. */
  restore_point: z.boolean().default(false),
})

/** File formats of an export; `spreadsheet` is CSV in which no value can act as a formula. */
export const ExportFormat = z.enum(['csv', 'spreadsheet', 'json', 'sql'])
export type ExportFormat = z.infer<typeof ExportFormat>

export const ExportedQueryText = QueryText.extend({ format: ExportFormat })

/** A result column. `type` is PostgreSQL's name, such as `int8` or `text[]`; ids are 0 if unknown. */
export const ResultField = z
  .object({
    name: z.string(),
    type: z.string(),
    type_id: z.number(),
    table_id: z.number(),
    column_id: z.number(),
  })
  .meta({ id: 'ResultField' })
export type ResultField = z.infer<typeof ResultField>

/** PostgreSQL's exact text of each value, in the order of the columns; null is NULL. */
export const ResultRow = z.array(z.string().nullable())
export type ResultRow = z.infer<typeof ResultRow>

export const QueryNotice = z
  .object({
    severity: z.string(),
    message: z.string(),
    detail: z.string().optional(),
    hint: z.string().optional(),
  })
  .meta({ id: 'QueryNotice' })
export type QueryNotice = z.infer<typeof QueryNotice>

export const StatementEnd = z.object({
  /** The command tag without counts, such as `SELECT` or `CREATE TABLE`. */
  command: z.string(),
  /** Rows that the statement affected or returned; null if it does not count rows or was truncated. */
  rowCount: z.number().nullable(),
  /** Whether rows beyond a limit were dropped. */
  truncated: z.boolean(),
  durationMs: z.number(),
})

export const StatementResult = StatementEnd.extend({
  fields: z.array(ResultField),
  rows: z.array(ResultRow),
  notices: z.array(QueryNotice),
}).meta({ id: 'StatementResult' })
export type StatementResult = z.infer<typeof StatementResult>

/** One line of a streamed result, in this order for each statement: fields, rows …, statement. */
export const QueryEvent = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('started'), id: z.uuid() }),
    z.object({ type: z.literal('fields'), fields: z.array(ResultField) }),
    z.object({ type: z.literal('rows'), rows: z.array(ResultRow) }),
    /** In place of rows: how many of the statement's rows are stored so far. */
    z.object({ type: z.literal('stored'), rows: z.number() }),
    z.object({ type: z.literal('notice'), notice: QueryNotice }),
    StatementEnd.extend({ type: z.literal('statement') }),
    z.object({ type: z.literal('heartbeat') }),
    z.object({
      type: z.literal('error'),
      code: z.string(),
      message: z.string(),
      sql: SqlFailure.optional(),
    }),
    z.object({
      type: z.literal('end'),
      durationMs: z.number(),
      /** Present when the SQL left a transaction open, which was rolled back. */
      rolledBack: z.literal(true).optional(),
      /** Present instead when that transaction is held, in milliseconds, under the id of the query. */
      heldForMs: z.number().optional(),
    }),
  ])
  .meta({ id: 'QueryEvent' })
export type QueryEvent = z.infer<typeof QueryEvent>

export const RunningQuery = z
  .object({ id: z.uuid(), query: z.string(), started_by: z.string(), started_at: z.iso.datetime() })
  .meta({ id: 'RunningQuery' })
export type RunningQuery = z.infer<typeof RunningQuery>
