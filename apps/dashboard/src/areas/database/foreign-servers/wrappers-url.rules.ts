import { aTextUpTo, oneOf } from '../../../lib/shape.ts'

/** What the page can have open over its list. */
const panels = ['new', 'edit', 'duplicate', 'login', 'import', 'drop'] as const
export type ServerPanel = (typeof panels)[number]

/** Bytes of a name of PostgreSQL. */
const NAME_MAX = 63

/** The search parameters of the page. */
export const wrappersSearch = {
  category: oneOf(['wrapper'] as const),
  /** Part of the names of the servers that are listed. */
  find: aTextUpTo(NAME_MAX),
  panel: oneOf(panels),
  /** The name of the server that the panel is about. */
  server: aTextUpTo(NAME_MAX),
}

export interface WrappersSearch {
  category?: 'wrapper' | undefined
  find?: string | undefined
  panel?: ServerPanel | undefined
  server?: string | undefined
}
