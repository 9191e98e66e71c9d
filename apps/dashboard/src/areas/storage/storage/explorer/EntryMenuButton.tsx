import { Ellipsis } from 'lucide-react'
import { use } from 'react'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import type { Entry } from './entry.rules.ts'
import { EntryMenuContext } from './entry-menu-context.ts'

export function EntryMenuButton({ entry }: { entry: Entry }) {
  const open = use(EntryMenuContext)
  return (
    <IconButton
      size="sm"
      icon={Ellipsis}
      label={`Actions of ${entry.name}`}
      aria-haspopup="menu"
      // A row is one tab stop; Shift+F10 opens its menu.
      tabIndex={-1}
      className="size-6"
      onClick={({ currentTarget }) => open?.({ entry, button: currentTarget })}
    />
  )
}
