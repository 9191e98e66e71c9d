import { oneOf, type SearchOf } from '../../../../lib/shape.ts'
import { objectsSearch } from '../objects-url.rules.ts'

/** Which kind of types the page shows, if not enumerated ones. */
const typeTabs = ['composite', 'domains'] as const

/** The search parameters of the page of types. */
export const typesSearch = { ...objectsSearch, tab: oneOf(typeTabs) }

export type TypesSearch = SearchOf<typeof typesSearch>
