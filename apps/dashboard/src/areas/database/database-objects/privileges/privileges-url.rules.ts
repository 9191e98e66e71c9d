import { aNumber, aTextUpTo, oneOf, type SearchOf } from '../../../../lib/shape.ts'

/** In characters: PostgreSQL keeps 63 bytes of a name. */
const NAME_MAX = 63

export const privilegeTabs = ['columns', 'schemas', 'defaults'] as const

/** The search parameters of the page of privileges. */
export const privilegesSearch = {
  role: aTextUpTo(NAME_MAX),
  /** What is shown; tables without it. */
  tab: oneOf(privilegeTabs),
  schema: aTextUpTo(NAME_MAX),
  find: aTextUpTo(NAME_MAX),
  /** The oid of the table whose columns are shown. */
  table: aNumber,
}

export type PrivilegesSearch = SearchOf<typeof privilegesSearch>
