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

/** What is nested so deeply that it cannot even be written as JSON is too long as well. */
function isShort(claims: object): boolean {
  try {
    return JSON.stringify(claims).length <= CLAIMS_LENGTH_MAX
  } catch {
    return false
  }
}

/** What the request of an API would carry; PostgreSQL sees it as the setting `request.jwt.claims`. */
export const RequestClaims = z.record(z.string(), z.unknown()).refine(isShort, 'These claims are too long')

export const QueryText = z.strictObject({
  query: Text.refine((sql) => sql.trim() !== '', 'Enter some SQL'),
  /** Which of the project's databases, by its identifier; the primary unless said. */
  database: DatabaseIdentifier.optional(),
  /** The database role to run as, one that `postgres` may become; `postgres` itself unless said. */
  role: Text.min(1).max(ROLE_NAME_MAX).optional(),
  claims: RequestClaims.optional(),
  /** Runs with the read-only role, inside one read-only transaction, even for a caller with more rights. */
  read_only: z.boolean().optional(),
  /** A function `name(event jsonb) returns jsonb` that the claims are passed through, as when a token is made. */
  claims_function: ClaimsFunction.optional(),
})

/** Rows a statement brings before it is cut off. */
const MaxRows = z.number().int().min(1).max(STREAM_ROWS_MAX).default(RESULT_ROWS)

export const RunQueryText = QueryText.extend({
  max_rows: MaxRows,
  /** Rows beyond this many bytes are left out; a response header says so. */
  max_bytes: z.number().int().min(1).max(JSON_RESULT_BYTES).default(JSON_RESULT_BYTES),
})

export const DatabaseRole = z
  .object({ name: z.string(), bypasses_rls: z.boolean() })
  .meta({ id: 'DatabaseRole' })
export type DatabaseRole = z.infer<typeof DatabaseRole>

export const StreamedQueryText = QueryText.extend({
  max_rows: MaxRows,
  /** Keeps the transaction that the text leaves open, for a while and for the caller to end. */
  hold: z.boolean().default(false),
  /**
   * Keeps the rows of the only statement at the server, to be read in parts under the id of the query, and says only
   * how many there are.
   */
  store: z.boolean().default(false),
  /** Names the run, which then continues when its caller goes away, and can be followed again. */
  keep: z.uuid().optional(),
})

export const TransactionEnding = z.strictObject({ how: z.enum(['commit', 'rollback']) })

/** What all rows of a query can be exported as. */
/** `spreadsheet` is CSV in which no value can act as a formula. */
export const ExportFormat = z.enum(['csv', 'spreadsheet', 'json', 'sql'])
export type ExportFormat = z.infer<typeof ExportFormat>

export const ExportedQueryText = QueryText.extend({ format: ExportFormat })

/** A result column. `type` is the name PostgreSQL gives it, such as `int8` or `text[]`; ids are 0 where there is none. */
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

/** Exact text as PostgreSQL prints it, in the order of the columns; null is NULL. */
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
  /** The command tag's word or words, such as `SELECT` or `CREATE TABLE`. */
  command: z.string(),
  /** Rows the statement touched or returned; null where it does not count rows, or was cut off. */
  rowCount: z.number().nullable(),
  /** Whether more rows were there than the cap lets through. */
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
    /** In place of rows: so many of the statement are stored by now. */
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
      /** There when the text began a transaction and did not end it: all that it did in there is undone. */
      rolledBack: z.literal(true).optional(),
      /** There instead when that transaction is held: for so many milliseconds, under the id of the query. */
      heldForMs: z.number().optional(),
    }),
  ])
  .meta({ id: 'QueryEvent' })
export type QueryEvent = z.infer<typeof QueryEvent>

export const RunningQuery = z
  .object({ id: z.uuid(), query: z.string(), started_by: z.string(), started_at: z.iso.datetime() })
  .meta({ id: 'RunningQuery' })
export type RunningQuery = z.infer<typeof RunningQuery>
