import { MessagesSquare, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { Menu } from '../../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../../ui/menu/MenuItem.tsx'
import { MenuRadioGroup } from '../../../../ui/menu/MenuRadioGroup.tsx'
import { MenuSeparator } from '../../../../ui/menu/MenuSeparator.tsx'
import type { Chat } from './chat.rules.ts'

/** The chats of a project, to switch between; and what can be done with the one that is open. */
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
  /** Begins to rename the one that is open. */
  onRename: () => void
  onRemove: () => void
}) {
  const [isAsking, setAsking] = useState(false)
  const isKept = chats.some(({ id }) => id === current.id)
  const reason = isKept ? {} : { reason: 'Nothing has been written in it yet' }
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
        <MenuItem icon={Trash2} destructive {...reason} onSelect={() => setAsking(true)}>
          Delete this chat
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Delete the chat “${current.name}”?`}
        confirmLabel="Delete chat"
        onConfirm={onRemove}
      >
        It is kept in this browser only, and cannot be had back.
      </ConfirmDialog>
    </>
  )
}
