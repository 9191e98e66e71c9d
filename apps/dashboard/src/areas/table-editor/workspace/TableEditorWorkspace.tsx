import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { can, isInTransition, statusLabels } from '@basalt/contract/projects/status.rules.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, useMatch, useNavigate } from '@tanstack/react-router'
import { CirclePause, PanelLeft, Table2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { TabStrip } from '../../../app/editor-tabs/TabStrip.port.tsx'
import type { Tab } from '../../../app/editor-tabs/tab.port.ts'
import { newTabDrop } from '../../../app/editor-tabs/tab-drag.port.ts'
import { cx } from '../../../lib/class-names.ts'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { lazyLayer } from '../../../ui/lazy-layer.tsx'
import { useChangeRefusal } from '../../project/production-lock/production-lock.port.ts'
import { projectQueries } from '../../project/projects/projects.queries.ts'
import { entityIcons } from '../entities/EntityIcon.port.tsx'
import { EntityNav } from '../entities/EntityNav.tsx'
import { DEFAULT_SCHEMA } from '../entities/entities.rules.ts'
import { tableRoute, tableTab } from './table-tab.ts'
import { useTableNames } from './use-table-names.ts'
import { useTableTabs } from './use-table-tabs.ts'

/** The list of tables on a phone. */
const NavSheet = lazyLayer(
  () => import('../../../ui/dialog/Sheet.tsx').then(({ Sheet }) => Sheet),
  ({ open }) => open,
)

/** The frame of the table editor: the tables of a schema on the left. */
export function TableEditorWorkspace({
  projectRef: ref,
  schema: chosen,
}: {
  projectRef: string
  /** As in the URL. */
  schema: string | undefined
}) {
  const { data: project } = useSuspenseQuery(projectQueries.detail(ref))
  const refusal = useChangeRefusal(needs.runAnySql, { slug: project.organization_slug, ref })
  const navigate = useNavigate()
  const match = useMatch({ from: '/_shell/project/$ref/editor/$tableId', shouldThrow: false })
  const isNew = useMatch({ from: '/_shell/project/$ref/editor/new', shouldThrow: false }) !== undefined
  const openId = match ? Number(match.params.tableId) : undefined
  const strip = useTableTabs(
    ref,
    match && { id: Number(match.params.tableId), filter: match.search.filter, sort: match.search.sort },
    isNew,
  )
  useTableNames(ref, openId, can('query', project.status))
  const schema = chosen ?? strip.active?.metadata.schema
  const [isNavOpen, setNavOpen] = useState(false)
  // On a phone, opening a table closes the list.
  const [navOpenId, setNavOpenId] = useState(openId)
  if (navOpenId !== openId) {
    setNavOpenId(openId)
    setNavOpen(false)
  }
  const isUp = can('query', project.status)
  // While its database restarts, an open page keeps what was typed, and dialogs what was chosen.
  const [wasUp, setWasUp] = useState(isUp)
  if (isUp && !wasUp) setWasUp(true)
  const isPassing = isInTransition(project.status) || project.status === 'ACTIVE_UNHEALTHY'
  if (!isUp && !(wasUp && isPassing))
    return (
      <div className="mx-auto w-full max-w-3xl px-4 py-10">
        <h1 className="sr-only">Table editor</h1>
        <EmptyState
          icon={CirclePause}
          title={statusLabels[project.status]}
          action={
            <ButtonLink render={<Link to="/project/$ref" params={{ ref }} />}>Open overview</ButtonLink>
          }
        >
          Tables are available again once the project’s database is running. No rows are lost.
        </EmptyState>
      </div>
    )
  /** Opens a table in a tab that stays. */
  const pin = (tab: Tab) => {
    strip.actions.open({ ...tab, isPreview: false })
    setNavOpen(false)
    void navigate(tableRoute(ref, tab.metadata))
  }
  const nav = (
    <EntityNav
      projectRef={ref}
      schema={schema ?? DEFAULT_SCHEMA}
      openId={openId}
      refusal={refusal}
      onPin={(entity) => pin(tableTab(entity, false))}
      onSchemaChange={(next) =>
        void navigate({ to: '.', search: (known) => ({ ...known, schema: next }), replace: true })
      }
    />
  )
  // On a phone, the list is a screen of its own until a table is open.
  const isListAlone = openId === undefined && !isNew
  return (
    <div className="flex min-h-0 flex-1">
      <aside
        aria-label="Tables"
        className={cx(
          'w-60 shrink-0 border-line border-r',
          isListAlone ? 'max-md:w-full max-md:border-r-0' : 'max-md:hidden',
        )}
      >
        {isListAlone && <h1 className="sr-only md:hidden">Table editor</h1>}
        {nav}
      </aside>
      <div className={cx('flex min-w-0 flex-1 flex-col', isListAlone && 'max-md:hidden')}>
        <TabStrip
          label="Open tables"
          newLabel="New tab"
          iconOf={({ type }) => (type === 'sql' ? Table2 : entityIcons[type])}
          drop={newTabDrop(pin)}
          tabs={strip.tabs}
          activeId={strip.activeId}
          isNew={isNew}
          canRestore={strip.canRestore}
          linkTo={({ metadata }) => <Link {...tableRoute(ref, metadata)} />}
          actions={strip.stripActions}
          leading={
            <span className="flex items-center border-line border-r px-1 md:hidden">
              <IconButton icon={PanelLeft} label="Tables" onClick={() => setNavOpen(true)} />
            </span>
          }
        />
        {!isUp && (
          <p
            role="status"
            className="border-warning-line border-b bg-warning-subtle px-3 py-1.5 text-warning-ink text-xs"
          >
            {statusLabels[project.status]}. What you entered stays here.
          </p>
        )}
        <Suspense>
          <Outlet />
        </Suspense>
      </div>
      <NavSheet open={isNavOpen} onOpenChange={setNavOpen} title="Tables" size="sm">
        {nav}
      </NavSheet>
    </div>
  )
}
