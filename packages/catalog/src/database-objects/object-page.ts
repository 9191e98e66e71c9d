import { containing } from '@basalt/sql/like-pattern.ts'
import { quoteLiteral } from '@basalt/sql/quote.ts'
import { wholeNumber } from '../selection.ts'

/** Which objects of a kind are listed. A kind adds its own filters. */
export interface Which {
  /** Part of a name, in either case; empty for all. */
  readonly search: string
}

export interface WhichInSchema extends Which {
  readonly schema: string
}

/** Which page of a list of objects to read. */
export type ObjectPage<Sort extends string, Filters extends Which = WhichInSchema> = Filters & {
  readonly sort: Sort
  readonly isDescending: boolean
  /** The last object of the page before: the text of what it was sorted by, and its oid. */
  readonly after?: { readonly key: string; readonly oid: number } | undefined
  readonly limit: number
}

/** Where the objects of a kind are, as SQL. */
interface ObjectSource<Sort extends string, Filters extends Which> {
  /** What follows `from`. */
  readonly from: string
  /** Conditions besides the schema and the search. */
  where(which: Filters): string
  readonly oid: string
  /** The oid of the schema; null for a kind whose objects are in no schema. */
  readonly namespace: Filters extends WhichInSchema ? string : null
  /** Names that a search looks at. */
  readonly names: readonly string[]
  /** What a list is sorted by, with the type of the expression; it is never null. */
  readonly sorts: Readonly<
    Record<Sort, readonly [expression: string, type: 'name' | 'text' | 'int8' | 'timestamptz']>
  >
}

const matching = <Sort extends string, Filters extends Which>(
  source: ObjectSource<Sort, Filters>,
  which: Filters,
) => {
  const pattern = quoteLiteral(containing(which.search))
  const found = source.names.map((name) => `${name} collate pg_catalog.pg_c_utf8 ilike ${pattern}`)
  const { schema } = which as Partial<WhichInSchema>
  const conditions = [
    ...(source.namespace === null || schema === undefined
      ? []
      : [
          `${source.namespace} = (select oid from pg_catalog.pg_namespace where nspname = ${quoteLiteral(schema)})`,
        ]),
    source.where(which),
    ...(which.search === '' ? [] : [`(${found.join(' or ')})`]),
  ]
  return `from ${source.from}
    where ${conditions.join('\n      and ')}`
}

/**
 * Statements of the list of a kind. One pass over its catalog finds the objects of a schema; what else is shown of them is
 * read for the rows of the page.
 */
export const objectLists = <Sort extends string, Filters extends Which = WhichInSchema>(
  source: ObjectSource<Sort, Filters>,
) => ({
  /**
   * The objects of a page, one more than `limit` when there are others after them. Rows of JSON text and of the key for
   * `after`. `shown` is an SQL expression of JSON for `page.oid`.
   */
  page(page: ObjectPage<Sort, Filters>, shown: string): string {
    const { sort, isDescending, after, limit } = page
    const [key, type] = source.sorts[sort]
    const direction = isDescending ? ' desc' : ''
    const beyond = after
      ? ` and (${key}, ${source.oid}) ${isDescending ? '<' : '>'} (${quoteLiteral(after.key)}::pg_catalog.${type}, ${wholeNumber(after.oid)}::pg_catalog.oid)`
      : ''
    return `
  with page as materialized (
    select ${source.oid} as oid, ${key} as key
    ${matching(source, page)}${beyond}
    order by ${key}${direction}, ${source.oid}${direction}
    limit ${wholeNumber(limit + 1)})
  select (${shown})::text, page.key::text from page order by page.key${direction}, page.oid${direction}`
  },

  /** How many objects match on all pages, in one row; of more than `max`, `max`, without looking at the others. */
  count: (which: Filters, max: number): string => `
  select count(*)::text from (select ${matching(source, which)} limit ${wholeNumber(max)}) counted`,
})
