import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Tab } from '../../../app/editor-tabs/tab.port.ts'
import { useTabs } from '../../../app/editor-tabs/tabs.port.ts'
import { useTabStrip } from '../../../app/editor-tabs/use-tab-strip.port.ts'
import { useStoredHistory } from '../edits/stored-history.ts'
import { tableRoute } from './table-tab.ts'

/** The open table in the URL, with its filters and sorts. */
interface OpenTable {
  readonly id: number
  readonly filter: readonly string[] | undefined
  readonly sort: readonly string[] | undefined
}

/** The tabs of the table editor. The tab of the open table keeps what the table shows, and stays once it is edited. */
export function useTableTabs(ref: string, open: OpenTable | undefined, isNew: boolean) {
  const navigate = useNavigate()
  const { tabs, actions } = useTabs(ref)
  const active = Object.values(tabs.tabsMap).find(({ metadata }) => metadata.tableId === open?.id)
  const activeId = open && active ? active.id : null
  const strip = useTabStrip({
    ref,
    kind: 'table',
    activeId,
    isNew,
    onGo: ({ metadata }: Tab) => void navigate(tableRoute(ref, metadata)),
    onGoHome: () => void navigate({ to: '/project/$ref/editor', params: { ref } }),
    onNew: () => void navigate({ to: '/project/$ref/editor/new', params: { ref } }),
    onLeave: () => undefined,
  })
  const { filter, sort } = open ?? {}
  useEffect(() => {
    if (activeId === null) return
    actions.update(activeId, { filter: filter && [...filter], sort: sort && [...sort] })
  }, [actions, activeId, filter, sort])
  const [{ done }] = useStoredHistory({ ref, id: open?.id ?? 0 })
  const isEdited = done.length > 0
  useEffect(() => {
    if (activeId !== null && isEdited) actions.makePermanent(activeId)
  }, [actions, activeId, isEdited])
  return { ...strip, activeId, active }
}
