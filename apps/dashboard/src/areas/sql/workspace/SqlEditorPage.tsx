import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sqlTabId } from '../../../app/editor-tabs/tab.port.ts'
import { useTabs } from '../../../app/editor-tabs/tabs.port.ts'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { NEW_SNIPPET } from '../snippets/editor/new-snippet.ts'
import { type NewSnippetOptions, SnippetEditor } from '../snippets/editor/SnippetEditor.tsx'
import { SnippetFrame } from '../snippets/editor/SnippetFrame.tsx'
import type { SnippetDocument } from '../snippets/saving/snippet-document.ts'
import { useDocuments } from '../snippets/saving/use-documents.ts'
import { AiSqlPage } from './AiSqlPage.tsx'
import { useAutoTitle } from './use-auto-title.ts'
import { sqlTab, useSqlNavigation } from './use-sql-navigation.ts'

/** The editor for the query in the URL, and its tab. */
export function SqlEditorPage({
  project,
  id,
  newSnippet,
  userId,
}: {
  project: Project
  id: string
  newSnippet: NewSnippetOptions
  userId: string | undefined
}) {
  const { ref } = project
  const documents = useDocuments(ref)
  const places = useSqlNavigation(ref)
  const { viewOngoingQueries } = useSearch({ strict: false })
  const navigate = useNavigate()
  const showActivity = (isOpen: boolean) =>
    void navigate({
      to: '/project/$ref/sql/$id',
      params: { ref, id },
      search: (search) => ({ ...search, viewOngoingQueries: isOpen || undefined }),
      replace: !isOpen,
    })
  const { actions } = useTabs(ref)
  const overview = <Link to="/project/$ref" params={{ ref }} />
  const closeMissing = () => {
    actions.forget([sqlTabId(id)])
    places.goHome()
  }
  return (
    <SnippetEditor
      projectRef={ref}
      id={id}
      newSnippet={newSnippet}
      documents={documents}
      onMissing={closeMissing}
    >
      {(document) => (
        <SnippetFrame
          key={document.id}
          document={document}
          userId={userId}
          onFirstChange={() => {
            actions.open(sqlTab(document.id, document.name, false))
            void places.go(document.id, { replace: true })
          }}
          onChange={() => actions.makePermanent(sqlTabId(document.id))}
          onOpen={places.open}
        >
          {({ document: text, ...parts }) => (
            <>
              <AutoTitle document={document} isReadOnly={text.isReadOnly} />
              {id !== NEW_SNIPPET && <OpenTab projectRef={ref} document={document} />}
              <AiSqlPage
                project={project}
                overviewLink={<TextLink render={overview}>Open overview</TextLink>}
                document={text}
                name={document.name}
                focusesEditor={id === NEW_SNIPPET}
                isActivityOpen={viewOngoingQueries === true}
                onActivityOpenChange={showActivity}
                {...parts}
              />
            </>
          )}
        </SnippetFrame>
      )}
    </SnippetEditor>
  )
}

function AutoTitle({ document, isReadOnly }: { document: SnippetDocument; isReadOnly: boolean }) {
  useAutoTitle(document, isReadOnly)
  return null
}

/** Opens a tab for the query, as a preview unless it has one already, and saves the query when it is left. */
function OpenTab({ projectRef, document }: { projectRef: string; document: SnippetDocument }) {
  const { actions } = useTabs(projectRef)
  const { id, name } = document
  useEffect(() => {
    actions.open(sqlTab(id, name, true))
  }, [actions, id, name])
  useEffect(() => () => void document.flush(), [document])
  return null
}
