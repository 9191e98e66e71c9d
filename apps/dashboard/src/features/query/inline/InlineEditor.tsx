import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { Maximize2 } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { KeyboardKey } from '../../../ui/text/KeyboardKey.tsx'
import { InlineSql } from './InlineSql.tsx'
import { readInlineText } from './inline-editor.state.ts'

/** A small SQL editor over whatever page of a project is open. What is written in it stays. */
export function InlineEditor({
  project,
  open,
  onOpenChange,
  onExpand,
  onDebug,
}: {
  project: Project
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Saves the text as a query and opens it. */
  onExpand: (sql: string) => void
  /** Has it found out why SQL failed. */
  onDebug: (sql: string, error: string) => void
}) {
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title="SQL Editor"
      size="lg"
      description={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          On {project.name}
          <KeyboardKey keys={['Mod', 'E']} />
          <Button
            size="sm"
            variant="ghost"
            icon={Maximize2}
            onClick={() => {
              onOpenChange(false)
              onExpand(readInlineText(project.ref))
            }}
          >
            Expand to SQL editor
          </Button>
        </span>
      }
    >
      <InlineSql key={project.ref} project={project} onDebug={onDebug} />
    </Sheet>
  )
}
