import { useEffect, useRef, useState } from 'react'
import { Input } from '../../../ui/controls/Input.tsx'
import type { Entry } from './entry.rules.ts'
import { type Naming, useExplorer } from './explorer-context.ts'

const NEW_FOLDER_NAME = 'Untitled folder'

/** A name while it is written: Enter and leaving the field save it, Escape gives it up. */
export function NameEditor({ naming, entries }: { naming: Naming; entries: readonly Entry[] }) {
  const { finishNaming, cancelNaming } = useExplorer()
  const renamed = naming.kind === 'rename' ? naming.entry : undefined
  const [name, setName] = useState(renamed?.name ?? NEW_FOLDER_NAME)
  const input = useRef<HTMLInputElement>(null)
  /** Enter and Escape take the field away, which it would then be left by. */
  const isOver = useRef(false)

  useEffect(() => {
    const element = input.current
    if (!element) return
    element.focus()
    const dot = element.value.lastIndexOf('.')
    element.setSelectionRange(0, renamed && !renamed.isFolder && dot > 0 ? dot : element.value.length)
  }, [renamed])

  return (
    <Input
      ref={input}
      size="sm"
      aria-label={renamed ? `New name of ${renamed.name}` : 'Name of the new folder'}
      value={name}
      onValueChange={setName}
      autoComplete="off"
      spellCheck={false}
      className="min-w-0 flex-1"
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') finishNaming(name, entries, true)
        if (event.key !== 'Escape') return
        isOver.current = true
        cancelNaming()
      }}
      onBlur={() => !isOver.current && finishNaming(name, entries, false)}
    />
  )
}
