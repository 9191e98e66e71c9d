import { usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { menuPath } from '../../../app/menus/menu.port.ts'
import { lateLayer } from '../../../ui/late-layer.tsx'
import { installationQueries } from '../../installation/installation/installation.queries.ts'
import { offers } from '../../installation/installation/offers.port.ts'
import { organizationQueries } from '../../organization/organizations/organizations.queries.ts'
import { aiQueries } from '../ai/ai.queries.ts'
import { newChat } from '../ai/assistant/new-chat.state.ts'
import { debugChat, explainChat } from '../ai/assistant/starters.ts'
import { useAiAbsence } from '../ai/use-ai-absence.ts'
import type { AssistedEditor, SqlEditorHandle } from '../query/editor/SqlEditor.tsx'
import { FailureHelp } from '../query/failure/failure-help.ts'
import { queryRunOf } from '../query/run/query-run.queries.ts'
import { SqlPage } from '../query/SqlPage.tsx'
import { openEditor } from './open-editor.state.ts'

const AiEdit = lateLayer(
  () => import('../ai/edit/AiEdit.tsx').then((module) => module.AiEdit),
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

const PAGE = '/project/$ref/settings/infrastructure'

/** Where a read replica of the project is made; undefined where that is not offered. */
function useNewReplicaLink(ref: string): ReactElement | undefined {
  const { data: config } = useQuery(installationQueries.config())
  if (!config || !offers(config, 'infrastructure:read_replicas')) return undefined
  return <Link to={menuPath(PAGE, { ref })} />
}
