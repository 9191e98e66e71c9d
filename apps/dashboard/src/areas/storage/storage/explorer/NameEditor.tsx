import { useEffect, useId, useRef, useState } from 'react'
import { Input } from '../../../../ui/controls/Input.tsx'
import type { Entry } from './entry.rules.ts'
import { type Naming, useExplorer } from './explorer-context.ts'

const NEW_FOLDER_NAME = 'Untitled folder'

/** Shows a message below a field as a popover, so that the following rows do not cover it. */
function showBelow(message: HTMLElement, field: HTMLElement) {
  const { left, bottom, width } = field.getBoundingClientRect()
  Object.assign(message.style, {
    left: `${left}px`,
    top: `${bottom + 6}px`,
    maxWidth: `${Math.max(width, 200)}px`,
  })
  message.showPopover?.()
}

/** Edits a name in place: Enter and blur save it, Escape discards it. */
export function NameEditor({ naming, entries }: { naming: Naming; entries: readonly Entry[] }) {
  const { finishNaming, cancelNaming, namingProblem, clearNamingProblem } = useExplorer()
  const problemId = useId()
  const renamed = naming.kind === 'rename' ? naming.entry : undefined
  const [name, setName] = useState(renamed?.name ?? NEW_FOLDER_NAME)
  const input = useRef<HTMLInputElement>(null)
  /** Set by Escape, whose removal of the field also causes a blur. */
  const isOver = useRef(false)

  useEffect(() => {
    const element = input.current
    if (!element) return
    element.focus()
    const dot = element.value.lastIndexOf('.')
    element.setSelectionRange(0, renamed && !renamed.isFolder && dot > 0 ? dot : element.value.length)
  }, [renamed])

  return (
    <span className="relative min-w-0 flex-1">
      <Input
        ref={input}
        size="sm"
        aria-label={renamed ? `New name for ${renamed.name}` : 'New folder name'}
        value={name}
        onValueChange={(typed) => {
          setName(typed)
          if (namingProblem !== undefined) clearNamingProblem()
        }}
        data-invalid={namingProblem === undefined ? undefined : ''}
        aria-invalid={namingProblem !== undefined || undefined}
        aria-describedby={namingProblem === undefined ? undefined : problemId}
        autoComplete="off"
        spellCheck={false}
        className="w-full min-w-0"
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Enter') finishNaming(name, entries, true)
          if (event.key !== 'Escape') return
          isOver.current = true
          cancelNaming()
        }}
        onBlur={() => !isOver.current && finishNaming(name, entries, false)}
      />
      {namingProblem !== undefined && (
        <span
          id={problemId}
          ref={(element) => {
            if (element && input.current) showBelow(element, input.current)
          }}
          role="alert"
          popover="manual"
          className="fixed inset-auto m-0 rounded-md border border-critical bg-surface-1 px-2 py-1 text-critical-ink text-xs shadow-lg"
        >
          {namingProblem}
        </span>
      )}
    </span>
  )
}
