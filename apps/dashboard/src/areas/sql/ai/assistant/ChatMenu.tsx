import { MessagesSquare, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { Menu } from '../../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../../ui/menu/MenuItem.tsx'
import { MenuRadioGroup } from '../../../../ui/menu/MenuRadioGroup.tsx'
import { MenuSeparator } from '../../../../ui/menu/MenuSeparator.tsx'
import type { Chat } from './chat.rules.ts'

/** Switches between the chats of a project, and renames or deletes the open one. */
export function ChatMenu({
  chats,
  current,
  onSwitch,
  onRename,
  onRemove,
}: {
  chats: readonly Chat[]
  current: Chat
  onSwitch: (id: string) => void
  /** Starts renaming the open chat. */
  onRename: () => void
  onRemove: () => void
}) {
  const [isConfirming, setConfirming] = useState(false)
  const isSaved = chats.some(({ id }) => id === current.id)
  const reason = isSaved ? {} : { reason: 'This chat is empty' }
  return (
    <>
      <Menu align="end" trigger={<IconButton icon={MessagesSquare} label="Chats" size="sm" />}>
        {chats.length > 0 && (
          <>
            <MenuRadioGroup
              label="Chats"
              closes
              value={current.id}
              onValueChange={onSwitch}
              options={chats.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <MenuSeparator />
          </>
        )}
        <MenuItem icon={Pencil} {...reason} onSelect={onRename}>
          Rename this chat
        </MenuItem>
        <MenuItem icon={Trash2} destructive {...reason} onSelect={() => setConfirming(true)}>
          Delete this chat
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`Delete the chat “${current.name}”?`}
        confirmLabel="Delete chat"
        onConfirm={onRemove}
      >
        It is stored only in this browser and cannot be restored.
      </ConfirmDialog>
    </>
  )
}
