import { House, Settings } from 'lucide-react'
import type { MenuContext, RailEntry } from '../../app/menus/menu.port.ts'

export const overviewLine: RailEntry = {
  key: 'overview',
  label: 'Project Overview',
  icon: House,
  letter: 'o',
  route: '/project/$ref',
  pages: [''],
}

export const settingsLine = ({ edition }: MenuContext): RailEntry => ({
  key: 'settings',
  label: 'Project Settings',
  icon: Settings,
  letter: 'x',
  route: '/project/$ref/settings/general',
  // In the self-hosted edition, users mostly need the keys.
  ...(edition === 'self-hosted' && { leadsTo: '/project/$ref/settings/api-keys' }),
})
