import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { newChat } from '../../areas/sql/ai/assistant/new-chat.state.ts'
import { debugChat } from '../../areas/sql/ai/assistant/starters.ts'
import { createSnippet } from '../../areas/sql/snippets/snippets.queries.ts'
import { FocusReturn } from '../../ui/FocusReturn.tsx'
import { lazyLayer } from '../../ui/lazy-layer.tsx'
import { closeSidePanel, useSidePanel } from './side-panel.port.ts'

const InlineEditor = lazyLayer(
  () => import('../../areas/sql/query/inline/InlineEditor.tsx').then((module) => module.InlineEditor),
  () => true,
)

/** The inline SQL editor beside a project's pages. Its code loads when it is first opened. */
export function InlineEditorPanel({ project }: { project: Project }) {
  const { ref } = project
  const navigate = useNavigate()
  const create = useMutation(createSnippet(ref))
  if (useSidePanel() !== 'inline-editor') return null
  const expand = (sql: string) => {
    const show = (id: string) => void navigate({ to: '/project/$ref/sql/$id', params: { ref, id } })
    if (sql.trim() === '') return show('new')
    create.mutate({ name: 'Inline query', sql }, { onSuccess: ({ id }) => show(id) })
  }
  return (
    <FocusReturn>
      <InlineEditor
        project={project}
        onClose={() => closeSidePanel('inline-editor')}
        onExpand={expand}
        onDebug={(sql, error) => newChat(debugChat(sql, error))}
      />
    </FocusReturn>
  )
}
