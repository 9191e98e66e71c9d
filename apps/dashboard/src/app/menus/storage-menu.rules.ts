import type { MenuContext, MenuGroup } from './menu.port.ts'

/** Below the Storage part of a project. Only kinds of buckets that work are offered. */
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
