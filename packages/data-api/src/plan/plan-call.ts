import { quoteIdentifier, quoteQualified } from '@basalt/sql/quote.ts'
import type { Format } from '../parse/media-type.ts'
import type { Routine } from '../schema/schema.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'
import type { ParsedQuery } from '../syntax-tree.ts'
import { type Context, refuseLeftOver } from './level.ts'
import { writeResult } from './result.ts'
import { type Planned, Statement } from './statement.ts'
import { arrayLiteral } from './write-condition.ts'
import { writeLevel } from './write-level.ts'
import { writeLimit } from './write-limit.ts'

export interface CallRequest {
  cache: SchemaCache
  schema: string
  routine: Routine
  query: ParsedQuery
  /** Values by name; the JSON text of an object of them; or the only, nameless one. */
  args:
    | { readonly kind: 'texts'; readonly pairs: readonly (readonly [string, string])[] }
    | { readonly kind: 'json'; readonly text: string; readonly names: readonly string[] }
    | { readonly kind: 'whole'; readonly value: string | Uint8Array }
  maxRows: number | undefined
  format: Format
  stripsNulls: boolean
  isCounted: boolean
}

/** The one statement that calls a function and selects from what it returns. Throws DataApiError. */
export function planCall(request: CallRequest): Planned {
  const { cache, schema, routine, query, maxRows } = request
  const statement = new Statement()
  const { kind, relation: oid, isSet } = routine.returns
  const relation = oid === undefined ? undefined : cache.relationOf(oid)
  const { call, from } = writeCall(statement, request)
  let source: string
  let countSql: string
  let columns: string[] | undefined
  if (kind === 'row') {
    const context: Context = { cache, schema, query, statement, maxRows, visited: new Set() }
    const alias = statement.alias('t')
    const level = writeLevel(context, {
      ...{ alias, relation, items: query.select, path: [], tie: [], row: quoteIdentifier(alias) },
      from: `${from}${call} as ${quoteIdentifier(alias)}`,
      ...{ isHoisted: false, listsColumns: request.format === 'csv', isFiltered: true, isLimited: true },
    })
    refuseLeftOver(context)
    source = level.sql
    countSql = level.countSql
    columns = level.outputs.map(({ name }) => name)
  } else {
    const limit = isSet && maxRows !== undefined ? ` limit ${writeLimit(maxRows)}` : ''
    // A set may have a column of any name, and a scalar none.
    source = `select "called"."value" from ${from}${call} as "called"("value")${limit}`
    countSql = `select 1 from ${from}${call} as "called"("value")`
  }
  const text = writeResult({
    ...{ source, format: request.format, stripsNulls: request.stripsNulls, columns },
    ...{ isScalar: kind !== 'row', isSingle: !isSet },
    ...(request.isCounted && { total: `(select count(*) from (${countSql}) as "counted")` }),
  })
  return { text, values: statement.values }
}

function writeCall(statement: Statement, { routine, args }: CallRequest) {
  const name = quoteQualified(routine.schema, routine.name)
  if (args.kind === 'whole')
    return { from: '', call: `${name}(${statement.value(args.value)}::${routine.args[0]!.type})` }
  if (args.kind === 'texts') {
    const given = routine.args.flatMap((arg) => {
      const values = args.pairs.filter(([key]) => key === arg.name).map(([, value]) => value)
      if (values.length === 0) return []
      // Each value of a variadic argument is sent by itself; of any other the last counts.
      const isList = arg.isVariadic && !(values.length === 1 && /^\{.*\}$/s.test(values[0]!))
      const value = statement.value(isList ? arrayLiteral(values) : values.at(-1))
      return [`${arg.isVariadic ? 'variadic ' : ''}${quoteIdentifier(arg.name)} => ${value}::${arg.type}`]
    })
    return { from: '', call: `${name}(${given.join(', ')})` }
  }
  const given = routine.args.filter((arg) => args.names.includes(arg.name))
  if (given.length === 0) return { from: '', call: `${name}()` }
  const typed = given.map((arg) => `${quoteIdentifier(arg.name)} ${arg.type}`).join(', ')
  const passed = given.map(
    (arg) =>
      `${arg.isVariadic ? 'variadic ' : ''}${quoteIdentifier(arg.name)} => "args".${quoteIdentifier(arg.name)}`,
  )
  return {
    from: `json_to_record(${statement.value(args.text)}::json) as "args"(${typed}), lateral `,
    call: `${name}(${passed.join(', ')})`,
  }
}
