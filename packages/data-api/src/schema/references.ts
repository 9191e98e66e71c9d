import type { CatalogRows, NumberedColumns } from './catalog-rows.ts'
import type { Reference, Relation } from './schema.ts'
import { viewColumns } from './view-columns.ts'

/** How deep views may lie on views; also ends what would go round in circles. */
const VIEW_DEPTH_MAX = 20

/** A relation through which the columns of a table are seen, each by a name of its own. */
interface Window {
  relation: Relation
  /** The window's names of the table's columns, by number. */
  names: ReadonlyMap<number, string>
}

/** All references: foreign keys between tables, and the same seen through views on either side. */
export function findReferences(
  relations: readonly Relation[],
  numbered: NumberedColumns,
  rows: Pick<CatalogRows, 'keys' | 'references' | 'views'>,
): Reference[] {
  const windowsOn = findWindows(relations, numbered, rows.views)
  const uniques = new Map<number, Set<string>[]>()
  for (const { relation, columns } of rows.keys) {
    const names = new Set(columns.flatMap((number) => numbered.get(relation)?.get(number) ?? []))
    uniques.set(relation, [...(uniques.get(relation) ?? []), names])
  }
  return rows.references.flatMap((row) => {
    const own = row.from_columns.flatMap((number) => numbered.get(row.from)?.get(number) ?? [])
    const isUnique = (uniques.get(row.from) ?? []).some((key) => [...key].every((name) => own.includes(name)))
    return through(windowsOn.get(row.from), row.from_columns).flatMap((from) =>
      through(windowsOn.get(row.to), row.to_columns).map((to) => ({
        ...{ constraint: row.name, isUnique },
        ...{ from: from.relation, fromColumns: from.columns, to: to.relation, toColumns: to.columns },
      })),
    )
  })
}

/** Who shows all of these columns, and under which names. */
const through = (windows: readonly Window[] = [], numbers: readonly number[]) =>
  windows.flatMap(({ relation, names }) => {
    const columns = numbers.flatMap((number) => names.get(number) ?? [])
    return columns.length === numbers.length ? [{ relation, columns }] : []
  })

function findWindows(
  relations: readonly Relation[],
  numbered: NumberedColumns,
  views: CatalogRows['views'],
): Map<number, Window[]> {
  const byOid = new Map(relations.map((relation) => [relation.oid, relation]))
  const origins = new Map(views.map(({ relation, rule }) => [relation, viewColumns(rule)]))
  const windows = new Map<number, Window[]>(
    relations.map((relation) => [
      relation.oid,
      [{ relation, names: numbered.get(relation.oid) ?? new Map() }],
    ]),
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
    const seen = new Map<number, Map<number, string>>()
    for (const { column } of columns) {
      const [table, number] = sourceOf(oid, column) ?? []
      const name = numbered.get(oid)?.get(column)
      if (table === undefined || number === undefined || name === undefined) continue
      const names = seen.get(table) ?? new Map<number, string>()
      if (!names.has(number)) names.set(number, name)
      seen.set(table, names)
    }
    for (const [table, names] of seen) windows.get(table)?.push({ relation: view, names })
  }
  return windows
}
