import { type ReactNode, useState } from 'react'
import { MenuAt } from '../../../../ui/menu/MenuAt.tsx'
import { EntryMenuItems } from './EntryMenuItems.tsx'
import type { Entry } from './entry.rules.ts'
import { EntryMenuContext, type OpenedMenu } from './entry-menu-context.ts'

/** Provides one menu for all rows in it: a menu per row would be most of the cost of rendering a row. */
export function WithEntryMenu({ children }: { children: ReactNode }) {
  const [opened, open] = useState<OpenedMenu>()
  // The menu keeps its items while it closes.
  const [latest, setLatest] = useState<Entry>()
  if (opened && opened.entry !== latest) setLatest(opened.entry)
  return (
    <EntryMenuContext value={open}>
      {children}
      <MenuAt anchor={opened?.button} onClose={() => open(undefined)}>
        {latest && <EntryMenuItems entry={latest} />}
      </MenuAt>
    </EntryMenuContext>
  )
}
