import { aNumber, aTextUpTo, oneOf } from '../../../lib/shape.ts'

/** In characters: PostgreSQL keeps 63 bytes of a name. */
const NAME_MAX = 63

/** What a page of objects can have open over its list. */
const panels = ['view', 'new', 'edit', 'duplicate', 'delete'] as const
export type ObjectPanel = (typeof panels)[number]

/** The search parameters of a page that lists objects. */
export const objectsSearch = {
  schema: aTextUpTo(NAME_MAX),
  /** Part of a name. */
  find: aTextUpTo(NAME_MAX),
  order: oneOf(['desc']),
  panel: oneOf(panels),
  /** The oid of the object that the panel is about. */
  id: aNumber,
}

export interface ObjectsSearch {
  schema?: string | undefined
  find?: string | undefined
  order?: 'desc' | undefined
  panel?: ObjectPanel | undefined
  id?: number | undefined
}
