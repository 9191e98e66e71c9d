import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { Link, Outlet, useMatch } from '@tanstack/react-router'
import { PanelLeft } from 'lucide-react'
import { Suspense, useState } from 'react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { lateLayer } from '../../../ui/late-layer.tsx'
import { TabStrip } from '../editor-tabs/TabStrip.tsx'
import { sqlTabId } from '../editor-tabs/tabs.rules.ts'
import { useTabStrip } from '../editor-tabs/use-tab-strip.ts'
import { isSnippetAddress, NEW_SNIPPET } from '../snippets/editor/new-snippet.ts'
import { SnippetNav } from '../snippets/nav/SnippetNav.tsx'
import { useDocuments } from '../snippets/saving/use-documents.ts'
import { HistoryLayers } from './HistoryLayers.tsx'
import { SqlEditorPage } from './SqlEditorPage.tsx'
import { useLivingTabs } from './use-living-tabs.ts'
import { useSqlPlaces } from './use-sql-places.ts'

/** The list on a phone. */
const NavSheet = lateLayer(
  () => import('../../../ui/dialog/Sheet.tsx').then(({ Sheet }) => Sheet),
  ({ open }) => open,
)

/** Around everything of the SQL editor: saved queries at the left, tabs above. */
export function SqlWorkspace({ project, userId }: { project: Project; userId: string | undefined }) {
  const { ref } = project
  const shown = useShownQuery()
  const shownId = shown?.id
  const isNew = shownId === NEW_SNIPPET
  const activeId = shownId === undefined || isNew ? undefined : shownId
  const documents = useDocuments(ref)
  const places = useSqlPlaces(ref)
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const [isNavOpen, setNavOpen] = useState(false)
  // On a phone the list gives way to what was chosen in it.
  const [navFor, setNavFor] = useState(shownId)
  if (navFor !== shownId) {
    setNavFor(shownId)
    setNavOpen(false)
  }
  const strip = useTabStrip({
    ref,
    kind: 'sql',
    activeId: activeId === undefined ? null : sqlTabId(activeId),
    isNew,
    onGo: ({ metadata }) => metadata.sqlId !== undefined && void places.go(metadata.sqlId),
    onGoHome: places.goHome,
    // Not as it is: the button would hand its click over as the folder.
    onNew: () => places.goNew(),
    onLeave: ({ metadata }) => void documents.find(metadata.sqlId ?? '')?.flush(),
  })
  useLivingTabs({
    ref,
    activeId,
    documents,
    tabs: strip.tabs,
    onRename: strip.actions.rename,
    onGone: strip.actions.forget,
  })
  const nav = (
    <SnippetNav
      projectRef={ref}
      activeId={activeId}
      userId={userId}
      onNew={(folder) => {
        setNavOpen(false)
        places.goNew(folder)
      }}
      onOpen={(snippet) => {
        setNavOpen(false)
        places.open(snippet)
      }}
      onRenamed={(id, name) => strip.actions.rename(sqlTabId(id), name)}
      onDeleted={(ids) => {
        const gone = ids.map(sqlTabId)
        if (activeId !== undefined && ids.includes(activeId)) strip.stripActions.onClose(gone)
        strip.actions.forget(gone)
      }}
      onHistory={() => setHistoryOpen(true)}
    />
  )
  return (
    <div className="flex min-h-0 flex-1">
      <aside aria-label="Saved queries" className="w-60 shrink-0 border-line border-r max-md:hidden">
        {nav}
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <TabStrip
          label="Open queries"
          tabs={strip.tabs}
          activeId={activeId === undefined ? null : sqlTabId(activeId)}
          isNew={isNew}
          canRestore={strip.canRestore}
          linkTo={({ metadata }) => (
            <Link to="/project/$ref/sql/$id" params={{ ref, id: metadata.sqlId ?? NEW_SNIPPET }} />
          )}
          actions={strip.stripActions}
          leading={
            <span className="flex items-center border-line border-r px-1 md:hidden">
              <IconButton icon={PanelLeft} label="Saved queries" onClick={() => setNavOpen(true)} />
            </span>
          }
        />
        {shown ? (
          <SqlEditorPage project={project} id={shown.id} place={shown.place} userId={userId} />
        ) : (
          <Suspense>
            <Outlet />
          </Suspense>
        )}
      </div>
      <NavSheet open={isNavOpen} onOpenChange={setNavOpen} title="Saved queries" size="sm">
        {nav}
      </NavSheet>
      <HistoryLayers projectRef={ref} isListOpen={isHistoryOpen} onListOpenChange={setHistoryOpen} />
    </div>
  )
}

/**
 * The query in the address. The editor is mounted here and not by its route: while a route loads, the router may show
 * something else, and the user would lose the editor in the middle of typing.
 */
function useShownQuery() {
  const match = useMatch({ from: '/_shell/project/$ref/sql/$id', shouldThrow: false })
  if (!match || !isSnippetAddress(match.params.id)) return undefined
  const { content, folder } = match.search
  return { id: match.params.id, place: { content, folderId: folder } }
}
