import { FOLDER_NAME_MAX } from '@basalt/contract/snippets/snippets.rules.ts'
import { Folder } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { failedWith } from '../../../../api/api-error.ts'
import { Input } from '../../../../ui/controls/Input.tsx'

/** Edits the name of a folder in place. Enter and blur save it, Escape discards it. */
export function FolderNameField({
  name,
  failureTitle,
  onSave,
  onDone,
}: {
  name: string
  /** Such as "Failed to create folder". */
  failureTitle: string
  /** Rejects with a message for the user when the name cannot be saved. */
  onSave: (name: string) => Promise<unknown>
  onDone: () => void
}) {
  const [text, setText] = useState(name)
  const [failure, setFailure] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const isOver = useRef(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  const end = () => {
    isOver.current = true
    onDone()
  }
  const save = async () => {
    if (isOver.current || isSaving) return
    const newName = text.trim()
    if (newName === '' || newName === name) return end()
    setSaving(true)
    try {
      await onSave(newName)
      end()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      // The message for a taken name is complete by itself.
      setFailure(failedWith(error, 'conflict') ? reason : `${failureTitle}: ${reason}`)
      setSaving(false)
    }
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void save()
    if (event.key === 'Escape') end()
  }
  return (
    <li className="flex flex-col gap-1 py-0.5 pl-1">
      <div className="flex items-center gap-2">
        <Folder className="size-4 shrink-0 text-ink-muted" aria-hidden />
        <Input
          ref={input}
          size="sm"
          aria-label="Folder name"
          aria-invalid={failure !== undefined}
          value={text}
          readOnly={isSaving}
          maxLength={FOLDER_NAME_MAX}
          onValueChange={setText}
          onKeyDown={press}
          onBlur={() => (failure === undefined ? void save() : end())}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      {failure && (
        <p role="alert" className="pl-6 text-critical-ink text-xs">
          {failure}
        </p>
      )}
    </li>
  )
}
