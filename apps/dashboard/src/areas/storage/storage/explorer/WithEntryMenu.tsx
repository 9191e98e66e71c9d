import { type ReactNode, useState } from 'react'
import { MenuAt } from '../../../../ui/menu/MenuAt.tsx'
import { EntryMenuItems } from './EntryMenuItems.tsx'
import type { Entry } from './entry.rules.ts'
import { EntryMenuContext, type OpenedMenu } from './entry-menu-context.ts'

/** The one menu of all rows in it: a menu for each would be most of what drawing a row costs. */
export function WithEntryMenu({ children }: { children: ReactNode }) {
  const [opened, open] = useState<OpenedMenu>()
  // What it offers stays in words while it goes away.
  const [offered, setOffered] = useState<Entry>()
  if (opened && opened.entry !== offered) setOffered(opened.entry)
  return (
    <EntryMenuContext value={open}>
      {children}
      <MenuAt anchor={opened?.button} onClose={() => open(undefined)}>
        {offered && <EntryMenuItems entry={offered} />}
      </MenuAt>
    </EntryMenuContext>
  )
}
