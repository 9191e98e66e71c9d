import { Link, Navigate } from '@tanstack/react-router'
import { Table2 } from 'lucide-react'
import { useState } from 'react'
import { RecentList } from '../../../app/editor-tabs/RecentList.port.tsx'
import { useTabs } from '../../../app/editor-tabs/tabs.port.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { tableRoute } from './table-tab.ts'

/**
 * The landing page, which redirects to the table that was open last, and the page of a new tab. A schema in the URL was
 * chosen: its list is what the user wants to see.
 */
export function TableEditorHome({
  projectRef: ref,
  schema,
  isNew = false,
}: {
  projectRef: string
  schema: string | undefined
  isNew?: boolean
}) {
  const { tabs } = useTabs(ref)
  const [last] = useState(() => tabs.lastTabs.table)
  if (last && schema === undefined && !isNew) return <Navigate {...tableRoute(ref, last.metadata)} replace />
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <h1 className="sr-only">Table editor</h1>
      <div className="mx-auto flex w-full max-w-2xl flex-col gap-6 px-4 py-10">
        <EmptyState frame={false} icon={Table2} title="Select a table">
          Choose a table or view from the list to read and change its rows. A double click keeps its tab open.
        </EmptyState>
        <RecentList
          projectRef={ref}
          kind="table"
          linkTo={({ metadata }) => <Link {...tableRoute(ref, metadata)} />}
        />
      </div>
    </div>
  )
}
