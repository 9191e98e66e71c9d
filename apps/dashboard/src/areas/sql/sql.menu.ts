import { SquareTerminal } from 'lucide-react'
import type { MenuContext, MenuEntry, RailEntry } from '../../app/menus/menu.port.ts'

export const sqlLine = ({ edition }: MenuContext): RailEntry => ({
  key: 'sql',
  label: 'SQL Editor',
  icon: SquareTerminal,
  letter: 's',
  route: '/project/$ref/sql',
  // The address that users of the self-hosted edition have bookmarked.
  ...(edition === 'self-hosted' && { leadsTo: '/project/$ref/sql/1' }),
})

/** Pages that are in no menu; the command palette finds them. */
export const sqlPages: readonly MenuEntry[] = [
  { key: 'new', label: 'New query', route: '/project/$ref/sql/new' },
  { key: 'templates', label: 'Templates', route: '/project/$ref/sql/templates' },
  { key: 'quickstarts', label: 'Quickstarts', route: '/project/$ref/sql/quickstarts' },
]
