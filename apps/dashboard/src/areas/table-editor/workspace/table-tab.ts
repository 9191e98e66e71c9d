import type { EntityName } from '@basalt/contract/entities/entities.schema.ts'
import { type Tab, tableTabId } from '../../../app/editor-tabs/tab.port.ts'

/** The tab of a table or view. */
export const tableTab = ({ id, schema, name, type }: EntityName, isPreview: boolean): Tab => ({
  id: tableTabId(type, id),
  type,
  label: name,
  isPreview,
  metadata: { tableId: id, schema, name },
})

/** The route of a table as its tab left it: with its filters and sorts. */
export const tableRoute = (ref: string, { tableId = 0, schema, filter, sort }: Tab['metadata']) =>
  ({
    to: '/project/$ref/editor/$tableId',
    params: { ref, tableId: String(tableId) },
    search: { schema, filter, sort },
  }) as const
