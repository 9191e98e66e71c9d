import { quoteIdentifier } from '@basalt/sql/quote.ts'
import { DataApiError } from '../data-api-error.ts'
import type { Format } from '../parse/media-type.ts'
import type { MediaHandler, Relation } from '../schema/schema.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'
import { type Level, levelKey, type ParsedQuery } from '../syntax-tree.ts'
import { type Context, rejectUnselectedLevels, type WrittenLevel, writeRelation } from './level.ts'
import { columnsOf, type Payload, writeInput, writeRecordset } from './payload.ts'
import { handlerOf } from './plan-read.ts'
import { type ExpectedRows, writeResult } from './result.ts'
import { type Planned, Statement } from './statement.ts'
import { writeCondition } from './write-condition.ts'
import { writeColumn } from './write-field.ts'
import { writeLevel } from './write-level.ts'
import { writeOrder } from './write-order.ts'

export interface WriteRequest {
  cache: SchemaCache
  schema: string
  relation: Relation
  query: ParsedQuery
  write:
    | {
        readonly kind: 'insert'
        readonly payload: Payload
        readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined
        readonly usesDefaults: boolean
      }
    | { readonly kind: 'update'; readonly payload: Payload; readonly usesDefaults: boolean }
    | { readonly kind: 'delete' }
  returns: 'rows' | 'location' | 'nothing'
  format: Format
  stripsNulls: boolean
  isBytes: boolean
  handler?: MediaHandler | undefined
  expected?: ExpectedRows | undefined
}

/** The alias of the written table. */
const TARGET = 'target'
/** The alias of a row before an upsert changed it. */
const BEFORE = 'before'
/** An additional returned column; no table is expected to have one of this name. */
const IS_NEW = quoteIdentifier('basalt: is new')

const NO_FILTER = 'Add a filter. To write all rows, add one that every row passes, such as id=not.is.null.'

/** Plans the statement that writes rows and returns them. Throws DataApiError. */
export function planWrite(request: WriteRequest): Planned {
  const { cache, schema, relation, query, write, returns } = request
  const statement = new Statement()
  const returned = new Set<string>()
  const upserted = upsertedBy(request)
  let level: WrittenLevel | undefined
  if (returns === 'rows') {
    const context: Context = {
      cache,
      schema,
      query: afterWrite(query),
      statement,
      maxRows: undefined,
      visited: new Set(),
      isJson: request.format !== 'csv' && request.format !== 'handled',
    }
    const alias = statement.alias('t')
    const record = [...relation.columns.keys()].map(
      (name) => `${quoteIdentifier(alias)}.${quoteIdentifier(name)}`,
    )
    level = writeLevel(context, {
      alias,
      relation,
      items: query.select,
      path: [],
      joinConditions: [],
      from: `"source" as ${quoteIdentifier(alias)}`,
      // The rows of a write are no longer of the table's type.
      row: `row(${record.join(', ')})::${writeRelation(relation)}`,
      onColumn: (name) => returned.add(name),
      // Additional returned columns are not for the caller.
      listsColumns: request.format === 'csv' || upserted !== undefined,
      isHoisted: false,
      isFiltered: false,
      isLimited: false,
    })
    rejectUnselectedLevels(context)
    if (level.sql.includes(record.join(', '))) returned.add('*')
  }
  if (returns === 'location') for (const name of relation.primaryKey) returned.add(name)
  const text = writeResult({
    source: `${writeStatement(statement, request)} ${returning(relation, returned, upserted)}`,
    inserted: upserted && `(select count(*) from "source" where ${IS_NEW})`,
    ...(level && {
      rows: level.sql,
      columns: level.outputs.map(({ name }) => name),
      isEmpty: level.isEmpty,
    }),
    format: returns === 'rows' ? request.format : 'none',
    stripsNulls: request.stripsNulls,
    isBytes: request.isBytes,
    handler: request.handler && handlerOf(request.handler, relation),
    expected: request.expected,
    ...(returns === 'location' &&
      write.kind === 'insert' &&
      relation.primaryKey.length > 0 && {
        location: `case when count(*) = 1 then (json_agg("row")->0)::text end`,
      }),
  })
  return { text, values: statement.values }
}

/** The query for returned rows: filters and limit of the top level have already been applied by the write. */
function afterWrite(query: ParsedQuery): ParsedQuery {
  const levels = new Map(query.levels)
  const top = levels.get(levelKey([]))
  if (top) levels.set(levelKey([]), { ...top, conditions: [], limit: undefined, offset: undefined })
  return { ...query, levels }
}

/** The conflict columns of an upsert; undefined if the write is none. */
function upsertedBy({ relation, query, write }: WriteRequest): readonly string[] | undefined {
  if (write.kind !== 'insert' || write.resolution !== 'merge-duplicates') return undefined
  const unique = query.onConflict ?? relation.primaryKey
  return unique.length > 0 && write.payload.keys.length > 0 ? unique : undefined
}

function returning(
  relation: Relation,
  names: ReadonlySet<string>,
  upserted: readonly string[] | undefined,
): string {
  const place = { alias: TARGET, relation }
  // All columns, and computed fields.
  const single = [...names].filter((name) => name !== '*' && !(names.has('*') && relation.columns.has(name)))
  const columns = [
    ...(names.has('*') ? [`${quoteIdentifier(TARGET)}.*`] : []),
    ...single.map((name) => writeColumn(place, name)),
  ]
  if (!upserted) return `returning ${columns.length > 0 ? columns.join(', ') : '1'}`
  // A conflicting row had non-null values in these columns, and the caller may read them anyway for the conflict check.
  const isNew = `${quoteIdentifier(BEFORE)}.${quoteIdentifier(upserted[0]!)} is null as ${IS_NEW}`
  return `returning with (old as ${quoteIdentifier(BEFORE)}) ${[...columns, isNew].join(', ')}`
}

function writeStatement(statement: Statement, request: WriteRequest): string {
  const { relation, query, write } = request
  const target = `${writeRelation(relation)} as ${quoteIdentifier(TARGET)}`
  if (write.kind === 'insert') return insert(statement, request, write, target)
  const chosen = writeSelection(statement, relation, query.levels.get(levelKey([])), write.kind.toUpperCase())
  if (write.kind === 'delete') return `delete from ${target} where ${chosen}`
  const columns = columnsOf(relation, write.payload.keys)
  if (write.payload.rows?.length !== 1)
    throw new DataApiError('PGRST102', 'An update takes one object with the new values')
  const set = columns.map((column) => `${quoteIdentifier(column.name)} = ${writeInput(column)}`)
  const body = writeRecordset(statement.value(write.payload.json), columns, write)
  return `update ${target} set ${set.join(', ')} from ${body} where ${chosen}`
}

type Insert = Extract<WriteRequest['write'], { kind: 'insert' }>

function insert(statement: Statement, { relation, query }: WriteRequest, write: Insert, target: string) {
  const { payload, resolution } = write
  const columns = columnsOf(relation, payload.keys)
  if (columns.length === 0)
    return payload.rows?.length === 1
      ? `insert into ${target} default values`
      : `insert into ${target} select from generate_series(1, ${statement.value(payload.rows?.length)}::int)`
  const names = columns.map(({ name }) => quoteIdentifier(name)).join(', ')
  const body = writeRecordset(statement.value(payload.json), columns, write)
  const conflict = writeConflict(relation, query, resolution, names, payload.keys)
  const given = columns.map(writeInput).join(', ')
  return `insert into ${target} (${names}) select ${given} from ${body}${conflict}`
}

function writeConflict(
  relation: Relation,
  { onConflict }: ParsedQuery,
  resolution: Insert['resolution'],
  names: string,
  keys: readonly string[],
): string {
  const unique = onConflict ?? relation.primaryKey
  if (!resolution || unique.length === 0) return ''
  columnsOf(relation, unique)
  const place = unique.map(quoteIdentifier).join(', ')
  if (resolution === 'ignore-duplicates') return ` on conflict (${place}) do nothing`
  const values = keys.map((key) => `excluded.${quoteIdentifier(key)}`).join(', ')
  return ` on conflict (${place}) do update set (${names}) = row(${values})`
}

/** The condition for the rows to write. Throws 21000 without any filter, a mistake that would cost all rows. */
function writeSelection(
  statement: Statement,
  relation: Relation,
  level: Level | undefined,
  verb: string,
): string {
  const place = { alias: TARGET, relation }
  if (level?.limit === undefined && !level?.offset) {
    if (!level?.conditions.length)
      throw new DataApiError('21000', `${verb} requires a WHERE clause`, { hint: NO_FILTER })
    return level.conditions.map((one) => writeCondition(statement, place, one)).join(' and ')
  }
  if (level.order.length === 0)
    throw new DataApiError('PGRST109', "A 'limit' was applied without an explicit 'order'", {
      hint: "Apply an 'order' using unique column(s)",
    })
  if (relation.primaryKey.length === 0)
    throw new DataApiError(
      'PGRST109',
      `A limited write needs a primary key, which '${relation.name}' does not have`,
    )
  const keys = relation.primaryKey.map((name) => quoteIdentifier(name)).join(', ')
  const other = { alias: 'limited', relation }
  const order = level.order.map((term) => writeOrder(other, [], term))
  const where = level.conditions.map((one) => writeCondition(statement, other, one))
  return (
    `(${relation.primaryKey.map((name) => writeColumn(place, name)).join(', ')}) in (select ${keys} from ${writeRelation(relation)} as "limited"` +
    `${where.length > 0 ? ` where ${where.join(' and ')}` : ''} order by ${order.join(', ')}` +
    `${level.limit === undefined ? '' : ` limit ${statement.value(level.limit)}`}${level.offset ? ` offset ${statement.value(level.offset)}` : ''})`
  )
}
