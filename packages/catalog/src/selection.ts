import { quoteLiteral } from '@basalt/sql/quote.ts'

/** Names, or a condition: SQL that tells whether the name that an SQL expression gives is one of them. */
export type Names = readonly string[] | ((expression: string) => string)

/** Which objects of a kind are read. What is left out restricts nothing; an empty list selects nothing. */
export interface Selection {
  readonly schemas?: Names
  readonly ids?: readonly number[]
  /**
   * One page by oid, which stays right while objects come and go. Pass 0 for the first page, and then the last oid of
   * the page before. Rows come by oid.
   */
  readonly page?: { readonly after: number; readonly size: number }
  /** Without `page`, rows come by name and stop after so many. */
  readonly limit?: number
}

/** Of objects that belong to a table or view. */
export interface RelationSelection extends Selection {
  /** Oids of tables and views. */
  readonly relations?: readonly number[]
}

/** Where a statement has what a selection restricts: SQL expressions such as `c.oid`. */
interface Places {
  id: string
  /** The oid of the object's schema, for kinds that have one. */
  namespace?: string
  /** The oid of the table or view that the object belongs to, and whose schema is that of the object. */
  relation?: string
}

/**
 * The conditions of a selection, to follow a `where` and at least one other condition. They compare oids and stand
 * apart from the joins: what is selected is found once, and read by index where there is one.
 */
export function restriction(selection: RelationSelection, { id, namespace, relation }: Places): string {
  const { schemas, ids, relations, page } = selection
  const conditions: string[] = []
  if (schemas && namespace) {
    const isThere = `= any (array(select oid from pg_catalog.pg_namespace where ${isAmong('nspname', schemas)}))`
    // A page comes along the oids, and so has few rows of which the schema is to be seen.
    conditions.push(
      relation && !page
        ? `${relation} = any (array(select oid from pg_catalog.pg_class where relnamespace ${isThere}))`
        : `${namespace} ${isThere}`,
    )
  }
  if (ids) conditions.push(isOneOf(id, ids))
  if (relations && relation) conditions.push(isOneOf(relation, relations))
  if (page) conditions.push(`${id} > ${wholeNumber(page.after)}::pg_catalog.oid`)
  return conditions.map((condition) => ` and ${condition}`).join('')
}

/** The end of a statement: its order and how many rows it returns at most. `names` sort it when there are no pages. */
export function ending({ page, limit }: Selection, id: string, names: string): string {
  if (page) return `order by ${id} limit ${wholeNumber(page.size)}`
  return `order by ${names}${limit === undefined ? '' : ` limit ${wholeNumber(limit)}`}`
}

/** A condition: is the name that `expression` gives one of these? */
export function isAmong(expression: string, names: Names): string {
  if (typeof names === 'function') return names(expression)
  return names.length === 0 ? 'false' : `${expression} in (${names.map(quoteLiteral).join(', ')})`
}

const isOneOf = (expression: string, oids: readonly number[]) =>
  `${expression} = any ('{${oids.map(wholeNumber).join(',')}}'::pg_catalog.oid[])`

/** Throws a RangeError for what is no count and no oid: it becomes part of a statement. */
function wholeNumber(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is no whole number`)
  return String(value)
}
