import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { SquareTerminal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useInlineEditorKey } from '../../../features/query/inline/inline-editor.state.ts'
import { createSnippet } from '../../../features/snippets/snippets.queries.ts'
import { useModKey } from '../../../lib/mod-key.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { newChat } from '../../assistant/new-chat.state.ts'
import { debugChat } from '../../assistant/starters.ts'
import { closeSidePanel, openSidePanel, toggleSidePanel, useSidePanel } from '../side-panel.state.ts'

const InlineEditor = lazy(async () => ({
  default: (await import('../../../features/query/inline/InlineEditor.tsx')).InlineEditor,
}))

/** Opens a SQL editor over the page, by its button or by key. Its code comes when it is first opened. */
export function InlineEditorButton({ project }: { project: Project }) {
  const { ref } = project
  const navigate = useNavigate()
  const create = useMutation(createSnippet(ref))
  const isOpen = useSidePanel() === 'inline-editor'
  const [wasOpened, setWasOpened] = useState(false)
  if (isOpen && !wasOpened) setWasOpened(true)
  const [isKeyOn] = useInlineEditorKey()
  useModKey('e', () => toggleSidePanel('inline-editor'), isKeyOn)
  const expand = (sql: string) => {
    const show = (id: string) => void navigate({ to: '/project/$ref/sql/$id', params: { ref, id } })
    if (sql.trim() === '') return show('new')
    create.mutate({ name: 'Inline query', sql }, { onSuccess: ({ id }) => show(id) })
  }
  return (
    <>
      <IconButton
        icon={SquareTerminal}
        label="Open the inline SQL editor"
        className="max-sm:hidden"
        shortcut={isKeyOn ? 'E' : undefined}
        onClick={() => openSidePanel('inline-editor')}
      />
      {wasOpened && (
        <Suspense>
          <InlineEditor
            project={project}
            open={isOpen}
            onOpenChange={() => closeSidePanel('inline-editor')}
            onExpand={expand}
            onDebug={(sql, error) => newChat(debugChat(sql, error))}
          />
        </Suspense>
      )}
    </>
  )
}
