import { usePrefetchQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { aiQueries } from '../../features/ai/ai.queries.ts'
import { useAiAbsence } from '../../features/ai/use-ai-absence.ts'
import { organizationQueries } from '../../features/organizations/organizations.queries.ts'
import type { AssistedEditor, SqlEditorHandle } from '../../features/query/editor/SqlEditor.tsx'
import { FailureHelp } from '../../features/query/failure/failure-help.ts'
import { queryRunOf } from '../../features/query/run/query-run.queries.ts'
import { SqlPage } from '../../features/query/SqlPage.tsx'
import { lateLayer } from '../../ui/late-layer.tsx'
import { newChat } from '../assistant/new-chat.state.ts'
import { debugChat, explainChat } from '../assistant/starters.ts'
import { openEditor } from './open-editor.state.ts'
import { useNewReplicaLink } from './use-new-replica-link.tsx'

const AiEdit = lateLayer(
  () => import('../../features/ai/edit/AiEdit.tsx').then((module) => module.AiEdit),
  () => true,
)

interface Assisted {
  editor: AssistedEditor
  /** What is proposed in place of everything, when that is known already. */
  given: string | undefined
}

/** The SQL editor, in which lines can be had written, and which the assistant reads and writes. */
export function AssistedSqlPage({
  name,
  ...props
}: Omit<ComponentProps<typeof SqlPage>, 'assistance' | 'newReplicaLink'> & {
  /** Of the query. */
  name: string
}) {
  const { project, document } = props
  const { organization_slug: slug } = project
  const [assisted, setAssisted] = useState<Assisted>()
  const editorRef = useRef<SqlEditorHandle>(null)
  const given = useRef<string>(undefined)
  const newReplicaLink = useNewReplicaLink(project.ref)
  const client = useQueryClient()
  // So that what opens is at once what it stays.
  usePrefetchQuery(aiQueries.keyCheck())
  usePrefetchQuery(organizationQueries.detail(slug))
  const isOff = useAiAbsence(slug) === 'off'
  const isReadOnly = document.isReadOnly === true
  useEffect(() => {
    openEditor.set({
      isReadOnly,
      name: () => name,
      text: () => editorRef.current?.text() ?? '',
      append: (sql) => editorRef.current?.append(sql),
      proposeInstead(sql) {
        given.current = sql
        editorRef.current?.assist()
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
          onAssist(editor) {
            setAssisted({ editor, given: given.current })
            given.current = undefined
          },
          onExplainCode: isOff ? undefined : explain,
        }}
      />
      {assisted && (
        <AiEdit
          key={assisted.given}
          editor={assisted.editor}
          given={assisted.given}
          project={project}
          onClose={() => setAssisted(undefined)}
        />
      )}
    </FailureHelp>
  )
}
