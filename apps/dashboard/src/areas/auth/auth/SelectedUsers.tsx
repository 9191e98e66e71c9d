import type { AuthUser } from '@basalt/contract/auth/auth.schema.ts'
import { Ban, ChevronDown, KeyRound, Mail, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../ui/menu/MenuSeparator.tsx'
import type { Icon } from '../../../ui/text/icon.ts'
import { BulkDialog } from './BulkDialog.tsx'
import { type BulkAction, bulkActions, bulkTexts } from './bulk-users.rules.ts'

const icons: Record<BulkAction, Icon> = {
  link: Mail,
  recovery: KeyRound,
  ban: Ban,
  unban: Undo2,
  delete: Trash2,
}

/** What can be done with the users that are selected. */
export function SelectedUsers({
  projectRef,
  users,
  refusal,
  onSelect,
}: {
  projectRef: string
  users: readonly AuthUser[]
  /** Why the caller may not change users. */
  refusal: string | undefined
  /** Selects other users instead. */
  onSelect: (users: readonly AuthUser[]) => void
}) {
  const [open, setOpen] = useState<{ action: BulkAction; users: readonly AuthUser[] }>()
  const button = (
    <Button size="sm" icon={ChevronDown} reason={refusal}>
      {`${users.length.toLocaleString('en')} selected`}
    </Button>
  )
  return (
    <>
      {users.length > 0 &&
        (refusal === undefined ? (
          <Menu trigger={button} align="end">
            {bulkActions.map((action) => (
              <MenuItem
                key={action}
                icon={icons[action]}
                destructive={action === 'delete'}
                onSelect={() => setOpen({ action, users })}
              >
                {bulkTexts[action].menu}
              </MenuItem>
            ))}
            <MenuSeparator />
            <MenuItem onSelect={() => onSelect([])}>Clear the selection</MenuItem>
          </Menu>
        ) : (
          button
        ))}
      {open && (
        <BulkDialog
          projectRef={projectRef}
          action={open.action}
          users={open.users}
          onDone={onSelect}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}
