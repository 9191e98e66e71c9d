import { ENTITY_NAMES_MAX } from '@basalt/contract/entities/entities.rules.ts'
import type { EntityName } from '@basalt/contract/entities/entities.schema.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Tab } from '../../../app/editor-tabs/tab.port.ts'
import { tabActions } from '../../../app/editor-tabs/tabs.port.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { entityQueries } from '../entities/entities.queries.ts'
import { rowQueries } from '../rows/rows.queries.ts'
import { tableTab } from './table-tab.ts'

/**
 * Keeps the tabs of a project's tables true: a renamed table renames its tab, and a dropped one closes it. Both are
 * said. The open table says itself that it is gone.
 */
export function useTableNames(ref: string, openId: number | undefined, isEnabled: boolean) {
  const client = useQueryClient()
  const { data } = useQuery({ ...entityQueries.names(ref, () => tableIds(ref)), enabled: isEnabled })
  const sync = useEffectEvent(({ asked, found }: { asked: readonly number[]; found: EntityName[] }) => {
    const actions = tabActions(ref)
    const names = new Map(found.map((entity) => [entity.id, entity]))
    const gone: TableItem[] = []
    for (const item of tableItems(ref)) {
      const { tableId = 0, schema, name } = item.metadata
      if (!asked.includes(tableId)) continue
      const now = names.get(tableId)
      if (!now) gone.push(item)
      else if (now.schema !== schema || now.name !== name) {
        actions.rename(item.id, now.name, tableTab(now, true).metadata)
        if (item.isOpen) toast({ tone: 'info', title: `${qualified(item)} is now ${now.schema}.${now.name}` })
      } else continue
      // The page of the open table then shows the new name, or that it is gone.
      if (tableId === openId) void client.invalidateQueries({ queryKey: rowQueries.of({ ref, id: tableId }) })
    }
    const others = gone.filter(({ metadata }) => metadata.tableId !== openId)
    if (others.length === 0) return
    actions.forget(others.map(({ id }) => id))
    const closed = others.filter(({ isOpen }) => isOpen).map(qualified)
    if (closed.length === 0) return
    toast({
      tone: 'warning',
      title: closed.length === 1 ? `${closed[0]} was dropped` : `${closed.length} tables were dropped`,
      description:
        closed.length === 1 ? 'Its tab is closed.' : `Their tabs are closed: ${closed.join(', ')}.`,
    })
  })
  useEffect(() => {
    if (data) sync(data)
  }, [data])
}

/** A table with a tab or among the recent items. */
interface TableItem {
  readonly id: string
  readonly metadata: Tab['metadata']
  /** Whether it has a tab. */
  readonly isOpen: boolean
}

const qualified = ({ metadata: { schema, name } }: TableItem) => `${schema}.${name}`

/** Each table once. */
function tableItems(ref: string): TableItem[] {
  const { read, readRecents } = tabActions(ref)
  const { tabsMap } = read()
  const recents = readRecents().items.filter(({ id }) => !tabsMap[id])
  return [
    ...Object.values(tabsMap).map(({ id, metadata }) => ({ id, metadata, isOpen: true })),
    ...recents.map(({ id, metadata }) => ({ id, metadata, isOpen: false })),
  ].filter(({ metadata }) => metadata.tableId !== undefined)
}

const tableIds = (ref: string) =>
  tableItems(ref)
    .flatMap(({ metadata }) => metadata.tableId ?? [])
    .slice(0, ENTITY_NAMES_MAX)
