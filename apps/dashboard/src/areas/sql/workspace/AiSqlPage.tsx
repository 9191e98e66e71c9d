import { usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { menuPath } from '../../../app/menus/menu.port.ts'
import { lazyLayer } from '../../../ui/lazy-layer.tsx'
import { installationQueries } from '../../installation/installation/installation.queries.ts'
import { offers } from '../../installation/installation/offers.port.ts'
import { organizationQueries } from '../../organization/organizations/organizations.queries.ts'
import { aiQueries } from '../ai/ai.queries.ts'
import { newChat } from '../ai/assistant/new-chat.state.ts'
import { debugChat, explainChat } from '../ai/assistant/starters.ts'
import { useAiUnavailable } from '../ai/use-ai-unavailable.ts'
import type { AiEditTarget, SqlEditorHandle } from '../query/editor/SqlEditor.tsx'
import { FailureHelp } from '../query/failure/failure-help.ts'
import { queryRunOf } from '../query/run/query-run.queries.ts'
import { SqlPage } from '../query/SqlPage.tsx'
import { openEditor } from './open-editor.state.ts'

const AiEdit = lazyLayer(
  () => import('../ai/edit/AiEdit.tsx').then((module) => module.AiEdit),
  () => true,
)

interface AiEditRequest {
  editor: AiEditTarget
  /** An existing proposal for the whole text. */
  proposal: string | undefined
}

/** The SQL editor with AI editing; the assistant can read and change its text. */
export function AiSqlPage({
  name,
  ...props
}: Omit<ComponentProps<typeof SqlPage>, 'assistance' | 'newReplicaLink'> & {
  /** The name of the query. */
  name: string
}) {
  const { project, document } = props
  const { organization_slug: slug } = project
  const [aiEdit, setAiEdit] = useState<AiEditRequest>()
  const editorRef = useRef<SqlEditorHandle>(null)
  const proposal = useRef<string>(undefined)
  const newReplicaLink = useNewReplicaLink(project.ref)
  const client = useQueryClient()
  // Prefetched, so that the panel does not change its content after it opens.
  usePrefetchQuery(aiQueries.keyCheck())
  usePrefetchQuery(organizationQueries.detail(slug))
  const isOff = useAiUnavailable(slug) === 'off'
  const isReadOnly = document.isReadOnly === true
  useEffect(() => {
    openEditor.set({
      isReadOnly,
      name: () => name,
      text: () => editorRef.current?.text() ?? '',
      append: (sql) => editorRef.current?.append(sql),
      proposeReplacement(sql) {
        proposal.current = sql
        editorRef.current?.editWithAi()
      },
    })
    return () => openEditor.set(undefined)
  }, [isReadOnly, name])
  const explain = () => {
    const { sql = '' } = editorRef.current?.textToRun() ?? {}
    newChat(explainChat(sql))
  }
  const debug = (error: string) => {
    const { source } = queryRunOf(client, document.id).getSnapshot()
    if (source) newChat(debugChat(source.sql, error))
  }
  return (
    <FailureHelp value={isOff ? undefined : debug}>
      <SqlPage
        {...props}
        newReplicaLink={newReplicaLink}
        assistance={{
          editorRef,
          onAiEdit(editor) {
            setAiEdit({ editor, proposal: proposal.current })
            proposal.current = undefined
          },
          onExplainCode: isOff ? undefined : explain,
        }}
      />
      {aiEdit && (
        <AiEdit
          key={aiEdit.proposal}
          editor={aiEdit.editor}
          given={aiEdit.proposal}
          project={project}
          onClose={() => setAiEdit(undefined)}
        />
      )}
    </FailureHelp>
  )
}

const REPLICAS_PAGE = '/project/$ref/settings/infrastructure'

/** A link to create a read replica; undefined when the installation does not offer replicas. */
function useNewReplicaLink(ref: string): ReactElement | undefined {
  const { data: config } = useQuery(installationQueries.config())
  if (!config || !offers(config, 'infrastructure:read_replicas')) return undefined
  return <Link to={menuPath(REPLICAS_PAGE, { ref })} />
}
