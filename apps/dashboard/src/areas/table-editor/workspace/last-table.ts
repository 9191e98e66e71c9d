import type { EntityName } from '@basalt/contract/entities/entities.schema.ts'
import { tabActions } from '../../../app/editor-tabs/tabs.port.ts'
import { tableTab } from './table-tab.ts'

/** Opens the tab of a table that is shown, as a preview unless it has one, with its present name. */
export const rememberTable = (ref: string, table: EntityName) => tabActions(ref).open(tableTab(table, true))

/** Closes the tab of a table that is gone, so that the table editor does not open it again. */
export function forgetTable(ref: string, id: number) {
  const actions = tabActions(ref)
  const { tabsMap, lastTabs } = actions.read()
  const known = [...Object.values(tabsMap), lastTabs.table].flatMap((tab) =>
    tab?.metadata.tableId === id ? [tab.id] : [],
  )
  if (known.length > 0) actions.forget(known)
}
