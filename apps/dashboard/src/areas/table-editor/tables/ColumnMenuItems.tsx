import { useNavigate } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../ui/menu/MenuSeparator.tsx'

/** Items of a column's menu that change the column itself. */
export function ColumnMenuItems({
  column,
  refusal,
}: {
  /** Its name. */
  column: string
  /** Why the member cannot change it. */
  refusal: string | undefined
}) {
  const navigate = useNavigate()
  const open = (panel: 'column' | 'delete-column') =>
    void navigate({
      to: '.',
      search: (known: object) => ({ ...known, panel, column, table: undefined }),
      resetScroll: false,
    })
  return (
    <>
      <MenuSeparator />
      <MenuItem icon={Pencil} onSelect={() => open('column')}>
        Edit column
      </MenuItem>
      <MenuItem
        icon={Trash2}
        destructive
        onSelect={() => open('delete-column')}
        {...(refusal !== undefined && { reason: refusal })}
      >
        Delete column
      </MenuItem>
    </>
  )
}
