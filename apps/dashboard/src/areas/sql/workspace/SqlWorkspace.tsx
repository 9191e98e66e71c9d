import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { Link, Outlet, useMatch } from '@tanstack/react-router'
import { FileCode2, PanelLeft } from 'lucide-react'
import { Suspense, useState } from 'react'
import { TabStrip } from '../../../app/editor-tabs/TabStrip.port.tsx'
import { sqlTabId } from '../../../app/editor-tabs/tab.port.ts'
import { useTabStrip } from '../../../app/editor-tabs/use-tab-strip.port.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { lazyLayer } from '../../../ui/lazy-layer.tsx'
import { isSnippetId, NEW_SNIPPET } from '../snippets/editor/new-snippet.ts'
import { SnippetNav } from '../snippets/nav/SnippetNav.tsx'
import { useDocuments } from '../snippets/saving/use-documents.ts'
import { HistoryLayers } from './HistoryLayers.tsx'
import { SqlEditorPage } from './SqlEditorPage.tsx'

import { useSqlNavigation } from './use-sql-navigation.ts'
import { useTabSync } from './use-tab-sync.ts'

/** The navigation on a phone. */
const NavSheet = lazyLayer(
  () => import('../../../ui/dialog/Sheet.tsx').then(({ Sheet }) => Sheet),
  ({ open }) => open,
)

/** The frame of the SQL editor: saved queries on the left, tabs at the top. */
export function SqlWorkspace({ project, userId }: { project: Project; userId: string | undefined }) {
  const { ref } = project
  const query = useQueryInUrl()
  const queryId = query?.id
  const isNew = queryId === NEW_SNIPPET
  const activeId = queryId === undefined || isNew ? undefined : queryId
  const documents = useDocuments(ref)
  const places = useSqlNavigation(ref)
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const [isNavOpen, setNavOpen] = useState(false)
  // On a phone, opening a query closes the navigation.
  const [navQueryId, setNavQueryId] = useState(queryId)
  if (navQueryId !== queryId) {
    setNavQueryId(queryId)
    setNavOpen(false)
  }
  const strip = useTabStrip({
    ref,
    kind: 'sql',
    activeId: activeId === undefined ? null : sqlTabId(activeId),
    isNew,
    onGo: ({ metadata }) => metadata.sqlId !== undefined && void places.go(metadata.sqlId),
    onGoHome: places.goHome,
    // Not `places.goNew` itself, which would take the click event as the folder.
    onNew: () => places.goNew(),
    onLeave: ({ metadata }) => void documents.find(metadata.sqlId ?? '')?.flush(),
  })
  useTabSync({
    ref,
    activeId,
    documents,
    tabs: strip.tabs,
    onRename: strip.actions.rename,
    onDeleted: strip.actions.forget,
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
          newLabel="New query"
          iconOf={() => FileCode2}
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
        {query ? (
          <SqlEditorPage project={project} id={query.id} newSnippet={query.newSnippet} userId={userId} />
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
 * The query in the URL. The editor is mounted here and not by its route: while a route loads, the router may show
 * something else, and the user would lose the editor in the middle of typing.
 */
function useQueryInUrl() {
  const match = useMatch({ from: '/_shell/project/$ref/sql/$id', shouldThrow: false })
  if (!match || !isSnippetId(match.params.id)) return undefined
  const { content, folder } = match.search
  return { id: match.params.id, newSnippet: { content, folderId: folder } }
}
