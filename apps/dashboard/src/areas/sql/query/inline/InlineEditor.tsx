import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { Maximize2, X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import type { SqlEditorHandle } from '../editor/SqlEditor.tsx'
import { InlineSql } from './InlineSql.tsx'
import { readInlineText } from './inline-editor.state.ts'

/** A small SQL editor beside the open page of a project, which stays usable. Its text is stored in the browser. */
export function InlineEditor({
  project,
  onClose,
  onExpand,
  onDebug,
}: {
  project: Project
  onClose: () => void
  /** Saves the text as a query and opens it. */
  onExpand: (sql: string) => void
  /** Asks the assistant why the SQL failed. */
  onDebug: (sql: string, error: string) => void
}) {
  const editor = useRef<SqlEditorHandle>(null)
  const leave = (event: KeyboardEvent) => {
    // Escape has already closed something in the editor or a menu.
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    onClose()
  }
  return (
    <aside
      aria-label="SQL Editor"
      onKeyDown={leave}
      className="fixed inset-y-0 right-0 z-30 flex w-full shrink-0 flex-col border-line-strong border-l bg-surface-1 max-lg:shadow-floating sm:max-w-lg lg:static lg:w-128"
    >
      <header className="flex h-12 shrink-0 items-center gap-2 border-line border-b pr-3 pl-4">
        <h2 className="shrink-0 font-semibold text-sm">SQL Editor</h2>
        <p className="min-w-0 flex-1 truncate text-ink-muted text-sm">On {project.name}</p>
        <Button
          size="sm"
          variant="ghost"
          icon={Maximize2}
          onClick={() => {
            // The last keystrokes are not stored yet.
            onExpand(editor.current?.text() ?? readInlineText(project.ref))
            onClose()
          }}
        >
          Expand to SQL editor
        </Button>
        <IconButton icon={X} label="Close SQL editor" size="sm" onClick={onClose} />
      </header>
      <InlineSql key={project.ref} ref={editor} project={project} onDebug={onDebug} />
    </aside>
  )
}
