import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { newChat } from '../../areas/sql/ai/assistant/new-chat.state.ts'
import { debugChat } from '../../areas/sql/ai/assistant/starters.ts'
import { InlineEditor } from '../../areas/sql/query/inline/InlineEditor.tsx'
import { createSnippet } from '../../areas/sql/snippets/snippets.queries.ts'
import { closeSidePanel } from './side-panel.port.ts'

/** The inline SQL editor, from where its text becomes a saved query and its errors questions to the assistant. */
export function ProjectInlineEditor({ project }: { project: Project }) {
  const { ref } = project
  const navigate = useNavigate()
  const create = useMutation(createSnippet(ref))
  const expand = (sql: string) => {
    const show = (id: string) => void navigate({ to: '/project/$ref/sql/$id', params: { ref, id } })
    if (sql.trim() === '') return show('new')
    create.mutate({ name: 'Inline query', sql }, { onSuccess: ({ id }) => show(id) })
  }
  return (
    <InlineEditor
      project={project}
      onClose={() => closeSidePanel('inline-editor')}
      onExpand={expand}
      onDebug={(sql, error) => newChat(debugChat(sql, error))}
    />
  )
}
