import { quoteIdentifier } from '@basalt/sql/quote.ts'
import type { Format } from '../parse/media-type.ts'
import type { MediaHandler, Relation } from '../schema/schema.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'
import type { ParsedQuery } from '../syntax-tree.ts'
import { type Context, rejectUnselectedLevels, writeRelation } from './level.ts'
import { writeResult } from './result.ts'
import { type Planned, Statement } from './statement.ts'
import { writeLevel } from './write-level.ts'
import { writeLimit } from './write-limit.ts'

export interface ReadRequest {
  cache: SchemaCache
  schema: string
  relation: Relation
  query: ParsedQuery
  maxRows: number | undefined
  format: Format
  stripsNulls: boolean
  isBytes: boolean
  /** Renders the body, for the format `handled`. */
  handler?: MediaHandler | undefined
  /** Counts rows up to this number, all if infinite; none if absent. */
  countTo?: number | undefined
}

/** Plans the statement that reads rows with all embedded relations. Throws DataApiError. */
export function planRead(request: ReadRequest): Planned {
  const { context, level } = levelOf(request)
  const { statement } = context
  const { countTo } = request
  const counted =
    countTo === undefined || Number.isFinite(countTo) === false
      ? level.countSql
      : `${level.countSql} limit ${writeLimit(countTo)}`
  const text = writeResult({
    source: level.sql,
    format: request.format,
    stripsNulls: request.stripsNulls,
    isBytes: request.isBytes,
    handler: request.handler && handlerOf(request.handler, request.relation),
    columns: level.outputs.map(({ name }) => name),
    isEmpty: level.isEmpty,
    ...(countTo !== undefined && { total: `(select count(*) from (${counted}) as "counted")` }),
  })
  return { text, values: statement.values }
}

/** Plans an `explain` statement that estimates the number of rows. */
export function planEstimate(request: ReadRequest): Planned {
  const { context, level } = levelOf({ ...request, isLimited: false })
  return { text: `explain (format json) ${level.countSql}`, values: context.statement.values }
}

/** The aggregate that renders the body, and the row type that it accepts. */
export const handlerOf = ({ name, relation: of }: MediaHandler, relation: Relation | undefined) => ({
  name,
  rowType: of === undefined || !relation ? undefined : writeRelation(relation),
})

function levelOf({
  format,
  cache,
  schema,
  relation,
  query,
  maxRows,
  isLimited = true,
}: ReadRequest & { isLimited?: boolean }) {
  const statement = new Statement()
  const isJson = format !== 'csv' && format !== 'handled'
  const context: Context = { cache, schema, query, statement, maxRows, visited: new Set(), isJson }
  const alias = statement.alias('t')
  const level = writeLevel(context, {
    alias,
    relation,
    items: query.select,
    path: [],
    joinConditions: [],
    from: `${writeRelation(relation)} as ${quoteIdentifier(alias)}`,
    row: quoteIdentifier(alias),
    isHoisted: false,
    listsColumns: format === 'csv',
    isFiltered: true,
    isLimited,
  })
  rejectUnselectedLevels(context)
  return { context, level }
}
