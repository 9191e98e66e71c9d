import { Ellipsis } from 'lucide-react'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { IconButton } from '../../../ui/IconButton.tsx'
import { MenuAt } from '../../../ui/MenuAt.tsx'
import { EntryMenuItems } from './EntryMenuItems.tsx'
import type { Entry } from './entry.rules.ts'

interface Opened {
  entry: Entry
  button: HTMLElement
}

const EntryMenuContext = createContext<((opened: Opened) => void) | undefined>(undefined)

/** The one menu of all rows in it: a menu for each would be most of what drawing a row costs. */
export function WithEntryMenu({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Opened>()
  // What it offers stays in words while it goes away.
  const [offered, setOffered] = useState<Entry>()
  if (opened && opened.entry !== offered) setOffered(opened.entry)
  const open = useMemo(() => (next: Opened) => setOpened(next), [])
  return (
    <EntryMenuContext value={open}>
      {children}
      <MenuAt anchor={opened?.button} onClose={() => setOpened(undefined)}>
        {offered && <EntryMenuItems entry={offered} />}
      </MenuAt>
    </EntryMenuContext>
  )
}

export function EntryMenuButton({ entry }: { entry: Entry }) {
  const open = use(EntryMenuContext)
  return (
    <IconButton
      size="sm"
      icon={Ellipsis}
      label={`Actions of ${entry.name}`}
      aria-haspopup="menu"
      className="size-6"
      onClick={({ currentTarget }) => open?.({ entry, button: currentTarget })}
    />
  )
}
