import { Copy, Ellipsis, Lock, Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../ui/menu/MenuSeparator.tsx'
import type { ObjectPanel } from './objects-url.rules.ts'

/** What can be done with an object of a list. */
export function ObjectMenu({
  name,
  refusal,
  copyRefusal,
  onOpen,
}: {
  name: string
  /** Why it cannot be changed. */
  refusal: string | undefined
  /** Why it cannot be duplicated. */
  copyRefusal: string | undefined
  onOpen: (panel: ObjectPanel) => void
}) {
  const locked = refusal !== undefined && { reason: refusal }
  return (
    <Menu align="end" trigger={<IconButton label={`Actions for ${name}`} icon={Ellipsis} size="sm" />}>
      <MenuItem icon={refusal === undefined ? Pencil : Lock} {...locked} onSelect={() => onOpen('edit')}>
        Edit
      </MenuItem>
      <MenuItem
        icon={Copy}
        {...(copyRefusal !== undefined && { reason: copyRefusal })}
        onSelect={() => onOpen('duplicate')}
      >
        Duplicate
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} destructive {...locked} onSelect={() => onOpen('delete')}>
        Delete
      </MenuItem>
    </Menu>
  )
}
