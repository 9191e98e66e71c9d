import type { CatalogRows, NumberedColumns } from '@basalt/catalog/data-api/schema-rows.ts'
import type { MutableRelation, Reference } from './schema.ts'
import { viewColumns } from './view-columns.ts'

/** How deeply views may be nested; also ends cycles. */
const VIEW_DEPTH_MAX = 20

/** A relation that exposes columns of a table: the table itself, or a view on it. */
interface Projection {
  relation: MutableRelation
  /** The relation's names for the table's columns, by attribute number; a view may select a column more than once. */
  names: ReadonlyMap<number, readonly string[]>
}

/** The most combinations of names for one foreign key; a view that selects a column twice has several. */
const COMBINATIONS_MAX = 16

interface Found {
  /** Foreign keys between tables, and those seen through views on either side. */
  references: Reference[]
  /** The primary keys of views that select all columns of a table's primary key. */
  viewKeys: Map<MutableRelation, string[]>
}

export function findReferences(
  relations: readonly MutableRelation[],
  numbered: NumberedColumns,
  rows: Pick<CatalogRows, 'keys' | 'references' | 'views'>,
): Found {
  const projectionsOf = findProjections(relations, numbered, rows.views)
  const uniques = new Map<number, Set<string>[]>()
  const viewKeys: Found['viewKeys'] = new Map()
  for (const { relation, columns, is_primary } of rows.keys) {
    const names = new Set(columns.flatMap((number) => numbered.get(relation)?.get(number) ?? []))
    uniques.set(relation, [...(uniques.get(relation) ?? []), names])
    if (!is_primary) continue
    for (const { relation: view, columns: key } of through(projectionsOf.get(relation), columns, 1))
      if (view.oid !== relation) viewKeys.set(view, [...(viewKeys.get(view) ?? []), ...key])
  }
  const references = rows.references.flatMap((row) => {
    const own = row.from_columns.flatMap((number) => numbered.get(row.from)?.get(number) ?? [])
    const isUnique = (uniques.get(row.from) ?? []).some((key) => [...key].every((name) => own.includes(name)))
    return through(projectionsOf.get(row.from), row.from_columns, COMBINATIONS_MAX).flatMap((from) =>
      through(projectionsOf.get(row.to), row.to_columns, COMBINATIONS_MAX).map((to) => ({
        constraint: row.name,
        isUnique,
        from: from.relation,
        fromColumns: from.columns,
        to: to.relation,
        toColumns: to.columns,
      })),
    )
  })
  return { references, viewKeys }
}

/** The relations that expose all of these columns, with their names: one entry per combination of names. */
const through = (projections: readonly Projection[] = [], numbers: readonly number[], limit: number) =>
  projections.flatMap(({ relation, names }) =>
    combinations(numbers.map((number) => names.get(number) ?? []))
      .slice(0, limit)
      .map((columns) => ({ relation, columns })),
  )

const combinations = (choices: readonly (readonly string[])[]) =>
  choices.reduce<string[][]>(
    (made, names) => made.flatMap((one) => names.map((name) => [...one, name])).slice(0, COMBINATIONS_MAX),
    [[]],
  )

function findProjections(
  relations: readonly MutableRelation[],
  numbered: NumberedColumns,
  views: CatalogRows['views'],
): Map<number, Projection[]> {
  const byOid = new Map(relations.map((relation) => [relation.oid, relation]))
  const origins = new Map(views.map(({ relation, rule }) => [relation, viewColumns(rule)]))
  const projections = new Map<number, Projection[]>(
    relations.map((relation) => [relation.oid, [{ relation, names: ownNames(numbered.get(relation.oid)) }]]),
  )
  /** The table and column that a view's column comes from, through nested views. */
  const sourceOf = (oid: number, column: number, depth = 0): [number, number] | undefined => {
    const below = origins.get(oid)
    if (!below) return [oid, column]
    const origin = depth < VIEW_DEPTH_MAX ? below.find((one) => one.column === column) : undefined
    return origin && sourceOf(origin.relation, origin.relationColumn, depth + 1)
  }
  for (const [oid, columns] of origins) {
    const view = byOid.get(oid)
    if (!view) continue
    const seen = new Map<number, Map<number, string[]>>()
    for (const { column } of columns) {
      const [table, number] = sourceOf(oid, column) ?? []
      const name = numbered.get(oid)?.get(column)
      if (table === undefined || number === undefined || name === undefined) continue
      const names = seen.get(table) ?? new Map<number, string[]>()
      names.set(number, [...(names.get(number) ?? []), name])
      seen.set(table, names)
    }
    for (const [table, names] of seen) projections.get(table)?.push({ relation: view, names })
  }
  return projections
}

const ownNames = (names: ReadonlyMap<number, string> = new Map()) =>
  new Map([...names].map(([number, name]) => [number, [name]]))
