import { Link, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { RecentList } from '../../../app/editor-tabs/RecentList.port.tsx'
import { useTabs } from '../../../app/editor-tabs/tabs.port.ts'
import { NEW_SNIPPET } from '../snippets/editor/new-snippet.ts'
import { SqlLanding } from '../snippets/templates/SqlLanding.tsx'
import { useSqlNavigation } from './use-sql-navigation.ts'

/** Redirects to the last open query; without one, or with `skip`, shows the landing page. */
export function SqlHome({ projectRef: ref, skip }: { projectRef: string; skip: boolean }) {
  const { tabs } = useTabs(ref)
  const places = useSqlNavigation(ref)
  const [last] = useState(() => tabs.lastTabs.sql?.metadata.sqlId)
  if (!skip && last !== undefined)
    return <Navigate to="/project/$ref/sql/$id" params={{ ref, id: last }} replace />
  return (
    <SqlLanding
      projectRef={ref}
      onOpen={places.open}
      recents={
        <RecentList
          projectRef={ref}
          kind="sql"
          linkTo={({ metadata }) => (
            <Link to="/project/$ref/sql/$id" params={{ ref, id: metadata.sqlId ?? NEW_SNIPPET }} />
          )}
        />
      }
    />
  )
}
