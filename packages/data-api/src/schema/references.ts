import type { CatalogRows, NumberedColumns } from '@basalt/catalog/data-api/schema-rows.ts'
import type { GrowingRelation, Reference } from './schema.ts'
import { viewColumns } from './view-columns.ts'

/** How deep views may lie on views; also ends what would go round in circles. */
const VIEW_DEPTH_MAX = 20

/** A relation through which the columns of a table are seen, each by a name of its own. */
interface Window {
  relation: GrowingRelation
  /** The names under which the window shows the table's columns, by number; a view may show a column more than once. */
  names: ReadonlyMap<number, readonly string[]>
}

/** Combinations of names for one foreign key that a view may show; one that shows a column twice has several. */
const COMBINATIONS_MAX = 16

interface Found {
  /** Foreign keys between tables, and the same seen through views on either side. */
  references: Reference[]
  /** For views that show all columns of a primary key, the names under which they show them. */
  keysOfViews: Map<GrowingRelation, string[]>
}

export function findReferences(
  relations: readonly GrowingRelation[],
  numbered: NumberedColumns,
  rows: Pick<CatalogRows, 'keys' | 'references' | 'views'>,
): Found {
  const windowsOn = findWindows(relations, numbered, rows.views)
  const uniques = new Map<number, Set<string>[]>()
  const keysOfViews: Found['keysOfViews'] = new Map()
  for (const { relation, columns, is_primary } of rows.keys) {
    const names = new Set(columns.flatMap((number) => numbered.get(relation)?.get(number) ?? []))
    uniques.set(relation, [...(uniques.get(relation) ?? []), names])
    if (!is_primary) continue
    for (const { relation: view, columns: key } of through(windowsOn.get(relation), columns, 1))
      if (view.oid !== relation) keysOfViews.set(view, [...(keysOfViews.get(view) ?? []), ...key])
  }
  const references = rows.references.flatMap((row) => {
    const own = row.from_columns.flatMap((number) => numbered.get(row.from)?.get(number) ?? [])
    const isUnique = (uniques.get(row.from) ?? []).some((key) => [...key].every((name) => own.includes(name)))
    return through(windowsOn.get(row.from), row.from_columns, COMBINATIONS_MAX).flatMap((from) =>
      through(windowsOn.get(row.to), row.to_columns, COMBINATIONS_MAX).map((to) => ({
        constraint: row.name,
        isUnique,
        from: from.relation,
        fromColumns: from.columns,
        to: to.relation,
        toColumns: to.columns,
      })),
    )
  })
  return { references, keysOfViews }
}

/** The relations that show all of these columns, with the names: one entry per combination of names. */
const through = (windows: readonly Window[] = [], numbers: readonly number[], limit: number) =>
  windows.flatMap(({ relation, names }) =>
    combinations(numbers.map((number) => names.get(number) ?? []))
      .slice(0, limit)
      .map((columns) => ({ relation, columns })),
  )

const combinations = (choices: readonly (readonly string[])[]) =>
  choices.reduce<string[][]>(
    (made, names) => made.flatMap((one) => names.map((name) => [...one, name])).slice(0, COMBINATIONS_MAX),
    [[]],
  )

function findWindows(
  relations: readonly GrowingRelation[],
  numbered: NumberedColumns,
  views: CatalogRows['views'],
): Map<number, Window[]> {
  const byOid = new Map(relations.map((relation) => [relation.oid, relation]))
  const origins = new Map(views.map(({ relation, rule }) => [relation, viewColumns(rule)]))
  const windows = new Map<number, Window[]>(
    relations.map((relation) => [relation.oid, [{ relation, names: ownNames(numbered.get(relation.oid)) }]]),
  )
  /** Follows a column of a view down to a table. */
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
    for (const [table, names] of seen) windows.get(table)?.push({ relation: view, names })
  }
  return windows
}

const ownNames = (names: ReadonlyMap<number, string> = new Map()) =>
  new Map([...names].map(([number, name]) => [number, [name]]))
