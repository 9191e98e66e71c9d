import { aNumber, aTextUpTo, oneOf } from '../../../lib/shape.ts'

/** What the page can have open over its list. */
const panels = ['new', 'edit', 'duplicate', 'login', 'import', 'drop'] as const
export type ServerPanel = (typeof panels)[number]

/** As above, for files that are read as tables. */
export const filePanels = ['file', 'replace-file', 'drop-file'] as const
export type FilePanel = (typeof filePanels)[number]

/** Bytes of a name of PostgreSQL. */
const NAME_MAX = 63

/** The search parameters of the page. */
export const wrappersSearch = {
  category: oneOf(['wrapper'] as const),
  /** Part of the names of the servers that are listed. */
  find: aTextUpTo(NAME_MAX),
  panel: oneOf([...panels, ...filePanels]),
  /** The name of the server that the panel is about. */
  server: aTextUpTo(NAME_MAX),
  /** The oid of the table that the panel is about. */
  table: aNumber,
}

export interface WrappersSearch {
  category?: 'wrapper' | undefined
  find?: string | undefined
  panel?: ServerPanel | FilePanel | undefined
  server?: string | undefined
  table?: number | undefined
}
