import { CHAT_NAME_MAX } from '@basalt/contract/ai/assistant.rules.ts'
import { useState } from 'react'
import { Input } from '../../../../ui/controls/Input.tsx'

/** The name of the open chat, or a field to rename it. */
export function ChatTitle({
  name,
  isRenaming,
  onRename,
}: {
  name: string
  isRenaming: boolean
  /** Ends renaming; undefined keeps the name. */
  onRename: (name: string | undefined) => void
}) {
  return (
    <div className="min-w-0 flex-1">
      <h2 className="text-ink-muted text-xs">Assistant</h2>
      {isRenaming ? (
        <NameField name={name} onRename={onRename} />
      ) : (
        <p className="truncate font-medium text-sm">{name}</p>
      )}
    </div>
  )
}

function NameField({ name, onRename }: { name: string; onRename: (name: string | undefined) => void }) {
  const [text, setText] = useState(name)
  return (
    <Input
      size="sm"
      aria-label="Chat name"
      autoFocus
      maxLength={CHAT_NAME_MAX}
      value={text}
      onValueChange={setText}
      onBlur={() => onRename(text)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onRename(text)
        if (event.key !== 'Escape') return
        // Otherwise Escape closes the panel.
        event.stopPropagation()
        onRename(undefined)
      }}
    />
  )
}
