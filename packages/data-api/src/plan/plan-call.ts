import { arrayLiteral, quoteIdentifier, quoteQualified } from '@basalt/sql/quote.ts'
import type { Format } from '../parse/media-type.ts'
import type { MediaHandler, Relation, Routine } from '../schema/schema.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'
import type { ParsedQuery, SelectItem } from '../syntax-tree.ts'
import { type Context, rejectUnselectedLevels } from './level.ts'
import { handlerOf } from './plan-read.ts'
import { type ExpectedRows, SCALAR, writeResult } from './result.ts'
import { type Planned, Statement } from './statement.ts'
import { writeLevel } from './write-level.ts'

export interface CallRequest {
  cache: SchemaCache
  schema: string
  routine: Routine
  query: ParsedQuery
  /** Values by name, a JSON object of values, or the value of the single unnamed argument. */
  args:
    | { readonly kind: 'texts'; readonly pairs: readonly (readonly [string, string])[] }
    | { readonly kind: 'json'; readonly text: string; readonly names: readonly string[] }
    | { readonly kind: 'whole'; readonly value: string | Uint8Array }
  maxRows: number | undefined
  format: Format
  stripsNulls: boolean
  isBytes: boolean
  handler?: MediaHandler | undefined
  isCounted: boolean
  expected?: ExpectedRows | undefined
}

/** The relation whose rows a function returns; undefined for a scalar or an undeclared record. */
export function rowsOf(cache: SchemaCache, { returns }: Routine): Relation | undefined {
  if (returns.kind !== 'row') return undefined
  return returns.columns ?? (returns.relation === undefined ? undefined : cache.relationOf(returns.relation))
}

/** Plans the statement that calls a function and selects from its result. Throws DataApiError. */
export function planCall(request: CallRequest): Planned {
  const { cache, schema, routine, query, maxRows, format } = request
  const statement = new Statement()
  const isRow = routine.returns.kind === 'row'
  const relation = rowsOf(cache, routine)
  const isJson = format !== 'csv' && format !== 'handled'
  const context: Context = { cache, schema, query, statement, maxRows, visited: new Set(), isJson }
  const call = writeCall(statement, request)
  const alias = statement.alias('t')
  const level = writeLevel(context, {
    alias,
    relation,
    path: [],
    joinConditions: [],
    row: quoteIdentifier(alias),
    items: isRow ? query.select : query.select.map(scalarItem),
    from: isRow ? `${call.from}${call.text} as ${quoteIdentifier(alias)}` : scalarFrom(call, alias),
    isHoisted: false,
    listsColumns: format === 'csv',
    isFiltered: true,
    isLimited: true,
  })
  rejectUnselectedLevels(context)
  const { isSet } = routine.returns
  const text = writeResult({
    source: level.sql,
    format,
    stripsNulls: request.stripsNulls,
    isBytes: request.isBytes,
    columns: level.outputs.length > 0 || level.isEmpty ? level.outputs.map(({ name }) => name) : undefined,
    isScalar: !isRow,
    isSingle: !isSet,
    isEmpty: level.isEmpty,
    handler: request.handler && handlerOf(request.handler, relation),
    expected: request.expected,
    ...(request.isCounted && { total: `(select count(*) from (${level.countSql}) as "counted")` }),
  })
  return { text, values: statement.values }
}

/** A scalar result has no columns, so it becomes the only one. */
const scalarItem = (item: SelectItem): SelectItem =>
  item.kind === 'everything'
    ? {
        kind: 'field',
        field: { column: SCALAR, path: [] },
        alias: undefined,
        cast: undefined,
        aggregate: undefined,
        aggregateCast: undefined,
      }
    : item

interface Call {
  /** The `from` item of its arguments. */
  from: string
  text: string
}

/** A record has the columns of the returned row only when it is selected as a value. */
const scalarFrom = ({ from, text }: Call, alias: string) => {
  const source = from === '' ? '' : ` from ${from.replace(/, lateral $/, '')}`
  return `(select ${text} as ${quoteIdentifier(SCALAR)}${source}) as ${quoteIdentifier(alias)}`
}

function writeCall(statement: Statement, { routine, args }: CallRequest): Call {
  const name = quoteQualified(routine.schema, routine.name)
  if (args.kind === 'whole')
    return { from: '', text: `${name}(${statement.value(args.value)}::${routine.args[0]!.type})` }
  if (args.kind === 'texts') {
    const given = routine.args.flatMap((arg) => {
      const values = args.pairs.filter(([key]) => key === arg.name).map(([, value]) => value)
      if (values.length === 0) return []
      // A repeated parameter gives the elements of a variadic argument; for any other argument the last one counts.
      const isList = arg.isVariadic && !(values.length === 1 && /^\{.*\}$/s.test(values[0]!))
      const value = statement.value(isList ? arrayLiteral(values) : values.at(-1))
      return [`${arg.isVariadic ? 'variadic ' : ''}${quoteIdentifier(arg.name)} => ${value}::${arg.type}`]
    })
    return { from: '', text: `${name}(${given.join(', ')})` }
  }
  const given = routine.args.filter((arg) => args.names.includes(arg.name))
  if (given.length === 0) return { from: '', text: `${name}()` }
  const typed = given.map((arg) => `${quoteIdentifier(arg.name)} ${arg.type}`).join(', ')
  const passed = given.map(
    (arg) =>
      `${arg.isVariadic ? 'variadic ' : ''}${quoteIdentifier(arg.name)} => "args".${quoteIdentifier(arg.name)}`,
  )
  return {
    from: `json_to_record(${statement.value(args.text)}::json) as "args"(${typed}), lateral `,
    text: `${name}(${passed.join(', ')})`,
  }
}
