import { quoteIdentifier } from '@basalt/sql/quote.ts'
import { DataApiError } from '../data-api-error.ts'
import { type FieldItem, type Level, levelKey } from '../syntax-tree.ts'
import type { Context, LevelSource, Output, WrittenLevel } from './level.ts'
import { type FieldTest, writeCondition } from './write-condition.ts'
import { type Embedded, writeEmbed } from './write-embed.ts'
import { fieldName, type TableSource, writeCast, writeField, writeOutput } from './write-field.ts'
import { writeLimit } from './write-limit.ts'
import { findEmbed, writeOrder } from './write-order.ts'

/** Writes the select of one relation with everything embedded in it. */
export function writeLevel(context: Context, source: LevelSource): WrittenLevel {
  const { statement } = context
  const level: Level = context.query.levels.get(levelKey(source.path)) ?? EMPTY_LEVEL
  context.visited.add(levelKey(source.path))
  /** The select list; `grouped` replaces `text` where rows are grouped. */
  const columns: { text: string; grouped?: string }[] = []
  const outputs: Output[] = []
  const groups: string[] = []
  const joins: string[] = []
  const embeds: Embedded[] = []
  let isAggregated = false

  const plain: Plain = (name, expression, { column, group = expression } = {}) => {
    const as = quoteIdentifier(name)
    // JSON has no equality, so it is grouped by its text.
    const grouped = `${group === expression ? expression : `(${group})::json`} as ${as}`
    columns.push({ text: `${expression} as ${as}`, grouped })
    groups.push(group)
    outputs.push({ name, column })
  }
  const aggregated = (as: string, name: string, input: string, cast: string | undefined) => {
    if (source.isHoisted) {
      const hidden = statement.alias('aggregated_')
      columns.push({ text: `${input} as ${quoteIdentifier(hidden)}` })
      groups.push(input)
      outputs.push({ name: hidden, aggregate: { name, cast, as } })
      return
    }
    isAggregated = true
    columns.push({ text: `${writeCast(`${name}(${input})`, cast)} as ${quoteIdentifier(as)}` })
    outputs.push({ name: as })
  }
  const hasAggregates = source.items.some((item) => item.kind === 'field' && item.aggregate !== undefined)
  if (hasAggregates && !context.cache.config.allowsAggregates)
    throw new DataApiError('PGRST123', 'Use of aggregate functions is not allowed')
  const output = (name: string) => {
    const expression = writeOutput(source, name, context.isJson)
    return expression.endsWith(')')
      ? { expression, more: { group: `(${expression})::text` } }
      : { expression, more: { column: name } }
  }

  // A spread relation may contain aggregates.
  const spreads = source.items.some((item) => item.kind === 'embed' && item.isSpread)
  for (const item of source.items) {
    if (item.kind === 'everything') {
      const mustList = hasAggregates || source.listsColumns || spreads || isRepresented(context, source)
      if (mustList && source.relation)
        for (const name of source.relation.columns.keys()) {
          const { expression, more } = output(name)
          plain(name, expression, more)
        }
      else {
        source.onColumn?.('*')
        columns.push({ text: `${quoteIdentifier(source.alias)}.*` })
      }
    } else if (item.kind === 'field') {
      const { field, alias, cast, aggregate } = item
      if (field && field.path.length === 0 && cast === undefined && aggregate === undefined) {
        const { expression, more } = output(field.column)
        plain(alias ?? field.column, expression, more)
      } else writeItem(source, item, plain, aggregated)
    } else {
      const embed = writeEmbed(context, source, item, writeLevel)
      joins.push(embed.join)
      embeds.push(embed)
      for (const one of embed.columns) {
        if (one.aggregate)
          aggregated(one.aggregate.as, one.aggregate.name, one.expression, one.aggregate.cast)
        else plain(one.name, one.expression, { group: one.group })
      }
    }
  }

  const conditions = [
    ...source.joinConditions,
    ...(source.isFiltered ? level.conditions : []).map((condition) =>
      writeCondition(statement, source, condition, (test) => relationTest(source, embeds, test)),
    ),
  ]
  // An order by a related row's column has to be grouped by.
  const order = level.order.map((term) =>
    writeOrder(source, embeds, term, (expression) => expression.startsWith('(') || groups.push(expression)),
  )
  const rows = `from ${[source.from, ...joins].join(' ')}${conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''}`
  const grouped = isAggregated && groups.length > 0 ? ` group by ${groups.join(', ')}` : ''
  const isEmpty = columns.length === 0
  const texts = columns.map(({ text, grouped }) => (isAggregated ? (grouped ?? text) : text))
  const selected = isEmpty ? '1 as "nothing"' : texts.join(', ')
  return {
    sql: `select ${selected} ${rows}${grouped}${order.length > 0 ? ` order by ${order.join(', ')}` : ''}${source.isLimited ? limitOf(context, level) : ''}`,
    countSql: `select 1 ${rows}${grouped}`,
    outputs,
    isEmpty,
  }
}

/** Whether any column is converted by a cast of its domain. */
const isRepresented = ({ isJson }: Context, { relation }: LevelSource) =>
  isJson &&
  relation !== undefined &&
  [...relation.columns.values()].some(({ representation }) => representation?.toJson !== undefined)

const EMPTY_LEVEL: Level = { path: [], conditions: [], order: [], limit: undefined, offset: undefined }

type Plain = (
  name: string,
  expression: string,
  more?: { column?: string | undefined; group?: string },
) => void
type Aggregated = (as: string, name: string, input: string, cast: string | undefined) => void

function writeItem(
  place: TableSource,
  { field, alias, cast, aggregate, aggregateCast }: FieldItem,
  plain: Plain,
  aggregated: Aggregated,
) {
  if (aggregate === undefined) {
    if (!field) return
    plain(alias ?? fieldName(field), writeCast(writeField(place, field), cast))
    return
  }
  const input = field ? writeCast(writeField(place, field), cast) : `${quoteIdentifier(place.alias)}.*`
  // `count(table.*)` would not count a row that is null in every column.
  const argument = field ? input : 'case when true then 1 end'
  aggregated(alias ?? aggregate, aggregate, argument, aggregateCast)
}

function limitOf({ maxRows, statement }: Context, { limit, offset }: Level): string {
  const most = Math.min(limit ?? Number.POSITIVE_INFINITY, maxRows ?? Number.POSITIVE_INFINITY)
  return `${Number.isFinite(most) ? ` limit ${writeLimit(most)}` : ''}${offset ? ` offset ${statement.value(offset)}` : ''}`
}

/** `directors=is.null`: whether the embedded relation, with its own filters, has rows. Throws PGRST120 for other tests. */
function relationTest(
  { relation }: LevelSource,
  embeds: readonly Embedded[],
  { field, test, isNegated }: FieldTest,
): string | undefined {
  const embed = field.path.length === 0 ? findEmbed(embeds, field.column) : undefined
  if (!embed) return undefined
  if (test.kind !== 'is' || !['null', 'not_null'].includes(test.value)) {
    // For a column with the name of a relation, other operators can only refer to the column.
    if (relation?.columns.has(field.column)) return undefined
    throw new DataApiError('PGRST120', `Bad operator on the '${field.column}' embedded resource`, {
      details: 'Only is null or not is null filters are allowed on embedded resources',
    })
  }
  return (test.value === 'null') === isNegated
    ? `${embed.found} is distinct from null`
    : `${embed.found} is not distinct from null`
}
