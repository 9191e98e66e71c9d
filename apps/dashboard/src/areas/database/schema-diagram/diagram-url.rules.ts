import { aNumber, aTextUpTo, oneOf } from '../../../lib/shape.ts'

/** In characters: PostgreSQL keeps 63 bytes of a name. */
const NAME_MAX = 63

/** The search parameters of the visualizer. */
export const diagramSearch = {
  schema: aTextUpTo(NAME_MAX),
  /** Part of the name of a table or column. */
  find: aTextUpTo(NAME_MAX),
  /** The oid of the table that is looked at. */
  table: aNumber,
  view: oneOf(['list']),
}

export interface DiagramSearch {
  schema?: string | undefined
  find?: string | undefined
  table?: number | undefined
  view?: 'list' | undefined
}
