import { entityKinds } from '@basalt/contract/table-editor/entities.rules.ts'
import { aNumber, aTextUpTo, listOf, oneOf, type SearchOf } from '../../../../lib/shape.ts'
import { ATablePanel } from '../../../table-editor/tables/panel-url.port.ts'

/** In characters: PostgreSQL keeps 63 bytes of a name. */
const NAME_MAX = 63

/** The columns of the list that it can be sorted by, as the server names them; by name if none. */
const sorts = [
  'rows',
  'size',
  'dead_rows',
  'vacuumed_at',
  'analyzed_at',
  'columns',
  'rls',
  'realtime',
] as const

/** The panel that is open over a page of tables, or of the columns of one. */
export const tablePanelSearch = { panel: ATablePanel, table: aNumber, column: aTextUpTo(NAME_MAX) }

export const tablesSearch = {
  schema: aTextUpTo(NAME_MAX),
  /** Part of a name. */
  find: aTextUpTo(NAME_MAX),
  sort: oneOf(sorts),
  order: oneOf(['desc']),
  /** The kinds that are listed; all if none. */
  kinds: listOf(oneOf(entityKinds), entityKinds.length),
  ...tablePanelSearch,
}

export type TablesSearch = SearchOf<typeof tablesSearch>
