import { aNumber, aTextUpTo, type SearchOf } from '../../../../lib/shape.ts'
import { objectsSearch } from '../objects-url.rules.ts'

/** In characters: PostgreSQL keeps 63 bytes of a name. */
const NAME_MAX = 63

const { schema, find, panel, id } = objectsSearch

/** The search parameters of the page of policies. */
export const policiesSearch = {
  schema,
  find,
  panel,
  id,
  /** The name of the table that a new policy is for. */
  on: aTextUpTo(NAME_MAX),
  /** The oid of the table whose policies are tried. */
  trial: aNumber,
}

export type PoliciesSearch = SearchOf<typeof policiesSearch>
