import { quoteIdentifier } from '@basalt/sql/quote.ts'
import { DataApiError } from '../data-api-error.ts'
import { findRelationship, isToOne, type Relationship } from '../schema/relationships.ts'
import type { Relation } from '../schema/schema.ts'
import { type EmbedItem, type Field, levelKey } from '../syntax-tree.ts'
import { type Context, type LevelSource, type Output, type WrittenLevel, writeRow } from './level.ts'
import { writeColumn, writeField } from './write-field.ts'

/** The parts that an embedded relation adds to the level above. */
export interface Embedded {
  readonly item: EmbedItem
  readonly isToOne: boolean
  readonly join: string
  readonly columns: readonly {
    name: string
    expression: string
    group: string
    aggregate?: Output['aggregate']
  }[]
  /** An expression that is null when there is no embedded row. */
  readonly found: string
  orderBy(field: Field): string
}

type WriteLevel = (context: Context, source: LevelSource) => WrittenLevel

/** Writes an embedded relation as a lateral join with one row or one array of rows; `writeLevel` writes its contents. */
export function writeEmbed(
  context: Context,
  above: LevelSource,
  item: EmbedItem,
  writeLevel: WriteLevel,
): Embedded {
  if (!above.relation)
    throw new DataApiError(
      'PGRST200',
      `Cannot embed '${item.name}': it has no relationship to the result of the function`,
    )
  const relationship = findRelationship(context.cache, context.schema, above.relation, item)
  const toOne = isToOne(relationship)
  const alias = context.statement.alias('t')
  const joined = context.statement.alias('e')
  const joinedBy = joinSource(relationship, above, alias)
  const isHoisted = item.isSpread && toOne
  const level = writeLevel(context, {
    alias,
    items: item.items,
    relation: relationship.target,
    from: joinedBy.from,
    joinConditions: joinedBy.conditions,
    path: [...above.path, pathName(context, above, item)],
    row: quoteIdentifier(alias),
    isHoisted,
    listsColumns: item.isSpread,
    isFiltered: true,
    // A foreign key references one row, so no limit is needed; without one, PostgreSQL can choose the best join.
    isLimited:
      !(toOne && relationship.kind !== 'computed' && relationship.target.kind === 'table') ||
      isLimitedByRequest(context, [...above.path, pathName(context, above, item)]),
  })
  // A foreign key references one row of a table, but a view or a function may return more.
  const single =
    toOne && relationship.target.kind !== 'table'
      ? `select * from (${level.sql}) as "one" limit 1`
      : level.sql
  const outer = item.join === 'inner' ? 'inner' : 'left'
  const quoted = quoteIdentifier(joined)
  const orderBy = (field: Field) => {
    const known = field.path.length === 0 && level.outputs.find(({ column }) => column === field.column)
    if (known) return `${quoted}.${quoteIdentifier(known.name)}`
    const other = context.statement.alias('o')
    const { from, conditions } = joinSource(relationship, above, other)
    const place = { alias: other, relation: relationship.target }
    return `(select ${writeField(place, field)} from ${from}${where(conditions)} limit 1)`
  }
  const name = item.alias ?? item.name
  if (toOne) {
    const row = level.isEmpty
      ? `case when ${quoted}.* is distinct from null then '{}'::json end`
      : `row_to_json(${quoted}.*)`
    const columns = item.isSpread
      ? level.outputs.map((output) => {
          const expression = `${quoted}.${quoteIdentifier(output.name)}`
          return { ...output, expression, group: expression }
        })
      : [{ name, expression: row, group: `${row}::text` }]
    return {
      item,
      isToOne: true,
      orderBy,
      found: `${quoted}.*`,
      join: `${outer} join lateral (${single}) as ${quoted} on true`,
      columns: item.items.length === 0 ? [] : columns,
    }
  }
  const found = `${quoted}."rows"`
  if (item.isSpread && item.items.some(isAggregate))
    throw new DataApiError('PGRST127', 'Feature not implemented', {
      details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
    })
  const lists = item.isSpread
    ? level.outputs.map(({ name }) => `json_agg("row".${quoteIdentifier(name)}) as ${quoteIdentifier(name)}`)
    : []
  const spread = level.outputs.map(({ name }) => {
    const expression = `coalesce(${quoted}.${quoteIdentifier(name)}, '[]')`
    return { name, expression, group: `${expression}::text` }
  })
  const rows = `coalesce(${found}, '[]')`
  return {
    item,
    isToOne: false,
    orderBy,
    found,
    join: `${outer} join lateral (select ${[`json_agg(${writeRow(level, '"row"')}) as "rows"`, ...lists].join(', ')} from (${level.sql}) as "row") as ${quoted} on ${item.join === 'inner' ? `${found} is not null` : 'true'}`,
    columns:
      item.items.length === 0
        ? []
        : item.isSpread
          ? spread
          : [{ name, expression: rows, group: `${rows}::text` }],
  }
}

function isLimitedByRequest({ query }: Context, path: readonly string[]) {
  const level = query.levels.get(levelKey(path))
  return level?.limit !== undefined || level?.offset !== undefined
}

const isAggregate = (item: EmbedItem['items'][number]) =>
  item.kind === 'field' && item.aggregate !== undefined

/** The name of a relation in filters: its alias, or its own name if only that is used. */
function pathName({ query }: Context, { path }: LevelSource, { alias, name }: EmbedItem) {
  if (alias === undefined || mentions(query.levels.keys(), [...path, alias])) return alias ?? name
  return mentions(query.levels.keys(), [...path, name]) ? name : alias
}

const mentions = (keys: Iterable<string>, path: readonly string[]) => {
  const prefix = levelKey(path)
  for (const key of keys) if (key === prefix || key.startsWith(`${prefix}\0`)) return true
  return false
}

const where = (conditions: readonly string[]) =>
  conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''

/** The `from` clause of an embedded relation, and the conditions that join it to a row above. */
function joinSource(relationship: Relationship, above: LevelSource, alias: string) {
  const place = { alias, relation: relationship.target }
  const from = (relation: Relation, as: string) =>
    `${quoteIdentifier(relation.schema)}.${quoteIdentifier(relation.name)} as ${quoteIdentifier(as)}`
  const equal = (own: readonly string[], other: (index: number) => string) =>
    own.map((column, index) => `${writeColumn(place, column)} = ${other(index)}`)
  if (relationship.kind === 'computed') {
    const { schema, name } = relationship.routine
    return {
      from: `${quoteIdentifier(schema)}.${quoteIdentifier(name)}(${above.row}) as ${quoteIdentifier(alias)}`,
      conditions: [],
    }
  }
  if (relationship.kind === 'many-to-many') {
    const { junction, near, far, target } = relationship
    const middle = `${alias}_j`
    const at = { alias: middle, relation: junction }
    return {
      from: `${from(target, alias)}, ${from(junction, middle)}`,
      conditions: [
        ...equal(far.toColumns, (index) => writeColumn(at, far.fromColumns[index]!)),
        ...near.fromColumns.map(
          (column, index) => `${writeColumn(at, column)} = ${writeColumn(above, near.toColumns[index]!)}`,
        ),
      ],
    }
  }
  const { reference, isForward, target } = relationship
  const [own, others] = isForward
    ? [reference.toColumns, reference.fromColumns]
    : [reference.fromColumns, reference.toColumns]
  return { from: from(target, alias), conditions: equal(own, (index) => writeColumn(above, others[index]!)) }
}
