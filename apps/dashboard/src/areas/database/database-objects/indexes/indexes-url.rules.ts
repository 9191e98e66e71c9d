import { aTextUpTo, oneOf, type SearchOf } from '../../../../lib/shape.ts'
import { objectsSearch } from '../objects-url.rules.ts'

/** In characters: PostgreSQL keeps 63 bytes of a name. */
const NAME_MAX = 63

/** The search parameters of the page of indexes. */
export const indexesSearch = {
  ...objectsSearch,
  table: aTextUpTo(NAME_MAX),
  state: oneOf(['invalid', 'unused']),
}

export type IndexesSearch = SearchOf<typeof indexesSearch>
