import { aNumber, aTextUpTo, oneOf, type SearchOf } from '../../../lib/shape.ts'

/** In characters: PostgreSQL keeps 63 bytes of a name. */
const NAME_MAX = 63

/** The schema that a page shows without a parameter. */
export const DEFAULT_SCHEMA = 'public'

/** What a page of objects can have open over its list. */
const panels = ['view', 'new', 'edit', 'duplicate', 'delete'] as const
export type ObjectPanel = (typeof panels)[number]

/** The search parameters of a page that lists objects. A kind adds its filters. */
export const objectsSearch = {
  schema: aTextUpTo(NAME_MAX),
  /** Part of a name. */
  find: aTextUpTo(NAME_MAX),
  /** What the list is sorted by, if not by name. */
  sort: aTextUpTo(NAME_MAX),
  order: oneOf(['desc']),
  panel: oneOf(panels),
  /** The oid of the object that the panel is about. */
  id: aNumber,
}

/** Filters of a kind, by search parameter. */
export type FilterValues = Readonly<Record<string, string | number | boolean | undefined>>

export type ObjectsSearch = SearchOf<typeof objectsSearch>
