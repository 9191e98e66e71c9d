import { quoteLiteral } from '@basalt/sql/quote.ts'

/** A list of names, or a function from an SQL expression for a name to a condition on it. */
export type Names = readonly string[] | ((expression: string) => string)

/** Which objects of a kind to read. An omitted field restricts nothing; an empty list selects nothing. */
export interface Selection {
  readonly schemas?: Names
  readonly ids?: readonly number[]
  /**
   * A page in oid order, which is stable while objects come and go. `after` is 0 for the first page, then the last oid of
   * the previous page.
   */
  readonly page?: { readonly after: number; readonly size: number }
  /** The most rows; only without `page`, when rows come by name. */
  readonly limit?: number | undefined
  /** Rows to skip; only without `page`. */
  readonly offset?: number | undefined
}

/** A selection of objects that belong to a table or view. */
export interface RelationSelection extends Selection {
  /** Oids of tables and views. */
  readonly relations?: readonly number[]
}

/** SQL expressions of a statement that a selection restricts, such as `c.oid`. */
interface Expressions {
  id: string
  /** The oid of the object's schema, for kinds that have one. */
  namespace?: string
  /** The oid of the table or view that the object belongs to and shares the schema with. */
  relation?: string
}

/**
 * The conditions of a selection, to append to a `where` with at least one condition. They compare oids and use uncorrelated
 * subqueries: the selection is evaluated once, and rows are read by index if there is one.
 */
export function restriction(selection: RelationSelection, { id, namespace, relation }: Expressions): string {
  const { schemas, ids, relations, page } = selection
  const conditions: string[] = []
  if (schemas && namespace) {
    const inSchemas = `= any (array(select oid from pg_catalog.pg_namespace where ${isAmong('nspname', schemas)}))`
    // A page is read in oid order, so only few rows have to be checked for their schema.
    conditions.push(
      relation && !page
        ? `${relation} = any (array(select oid from pg_catalog.pg_class where relnamespace ${inSchemas}))`
        : `${namespace} ${inSchemas}`,
    )
  }
  if (ids) conditions.push(isOneOf(id, ids))
  if (relations && relation) conditions.push(isOneOf(relation, relations))
  if (page) conditions.push(`${id} > ${wholeNumber(page.after)}::pg_catalog.oid`)
  return conditions.map((condition) => ` and ${condition}`).join('')
}

/** The `order by` and `limit` of a selection. `names` are the sort expressions without `page`. */
export function orderAndLimit({ page, ...part }: Selection, id: string, names: string): string {
  return page ? `order by ${id} limit ${wholeNumber(page.size)}` : orderedPart(names, part)
}

/** The `order by`, `limit` and `offset` of a part of the rows in any order. */
export function orderedPart(order: string, { limit, offset }: Pick<Selection, 'limit' | 'offset'>): string {
  const most = limit === undefined ? '' : ` limit ${wholeNumber(limit)}`
  const skipped = offset === undefined ? '' : ` offset ${wholeNumber(offset)}`
  return `order by ${order}${most}${skipped}`
}

/** A condition: whether `expression` is one of the names. */
export function isAmong(expression: string, names: Names): string {
  if (typeof names === 'function') return names(expression)
  return names.length === 0 ? 'false' : `${expression} in (${names.map(quoteLiteral).join(', ')})`
}

/** A condition: whether `expression` is one of the oids. */
export const isOneOf = (expression: string, oids: readonly number[]) =>
  `${expression} = any ('{${oids.map(wholeNumber).join(',')}}'::pg_catalog.oid[])`

/** Guards against SQL injection. @throws RangeError for anything but a non-negative integer */
export function wholeNumber(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is no whole number`)
  return String(value)
}
