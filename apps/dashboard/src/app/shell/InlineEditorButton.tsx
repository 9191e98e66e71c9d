import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { SquareTerminal } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { isInlineEditorKey, useInlineEditorKey } from '../../features/query/inline/inline-editor.state.ts'
import { createSnippet } from '../../features/snippets/snippets.queries.ts'
import { IconButton } from '../../ui/IconButton.tsx'

const InlineEditor = lazy(async () => ({
  default: (await import('../../features/query/inline/InlineEditor.tsx')).InlineEditor,
}))

/** Opens a SQL editor over the page, by its button or by key. Its code comes when it is first opened. */
export function InlineEditorButton({ project }: { project: Project }) {
  const { ref } = project
  const navigate = useNavigate()
  const create = useMutation(createSnippet(ref))
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const [isKeyOn] = useInlineEditorKey()
  const change = (open: boolean) => {
    setOpen(open)
    if (open) setWasOpened(true)
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isKeyOn || event.repeat || !isInlineEditorKey(event)) return
    event.preventDefault()
    event.stopPropagation()
    change(!isOpen)
  })
  useEffect(() => {
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [])
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
        {...(isKeyOn && { 'aria-keyshortcuts': 'Control+E Meta+E' })}
        onClick={() => change(true)}
      />
      {wasOpened && (
        <Suspense>
          <InlineEditor project={project} open={isOpen} onOpenChange={change} onExpand={expand} />
        </Suspense>
      )}
    </>
  )
}
