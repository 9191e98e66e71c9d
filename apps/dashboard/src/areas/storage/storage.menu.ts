import { FolderOpen } from 'lucide-react'
import type { MenuContext, MenuGroup, RailEntry } from '../../app/menus/menu.port.ts'

export const storageLine: RailEntry = {
  key: 'storage',
  label: 'Storage',
  icon: FolderOpen,
  letter: 'b',
  route: '/project/$ref/storage/files',
}

/** The menu of a project's Storage section. Lists only the kinds of buckets that this installation supports. */
export function storageMenu(_context: MenuContext): readonly MenuGroup[] {
  return [
    {
      title: 'Manage',
      entries: [{ key: 'files', label: 'Files', route: '/project/$ref/storage/files' }],
    },
    {
      title: 'Configuration',
      entries: [
        { key: 'policies', label: 'Policies', route: '/project/$ref/storage/files/policies' },
        { key: 'settings', label: 'Settings', route: '/project/$ref/storage/settings' },
      ],
    },
  ]
}
