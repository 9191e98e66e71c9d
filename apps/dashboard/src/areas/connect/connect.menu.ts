import { FileText } from 'lucide-react'
import type { MenuContext, MenuEntry, RailEntry } from '../../app/menus/menu.port.ts'

export const apiDocsLine = ({ previews }: MenuContext): RailEntry => ({
  key: 'api',
  label: 'API Docs',
  icon: FileText,
  letter: 'i',
  route: '/project/$ref/api',
  ...(previews.has('api-docs-panel') && { opens: 'api-docs' }),
})

/** A line of a project's settings menu. */
export const dataApiLine: MenuEntry = { key: 'api', label: 'Data API', route: '/project/$ref/settings/api' }

export const keyLines = ({ offers }: MenuContext): readonly MenuEntry[] => [
  { key: 'api-keys', label: 'API Keys', route: '/project/$ref/settings/api-keys', badge: 'NEW' },
  {
    key: 'jwt',
    label: 'JWT Keys',
    route: offers('project_settings:legacy_jwt_keys')
      ? '/project/$ref/settings/jwt'
      : '/project/$ref/settings/jwt/signing-keys',
    badge: 'NEW',
  },
]
