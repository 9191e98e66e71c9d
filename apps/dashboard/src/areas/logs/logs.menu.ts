import { List } from 'lucide-react'
import { given, type MenuContext, type MenuGroup, type RailEntry } from '../../app/menus/menu.port.ts'

export const logsLine = ({ previews }: MenuContext): RailEntry => ({
  key: 'logs',
  label: 'Logs',
  icon: List,
  letter: 'l',
  route: previews.has('unified-logs') ? '/project/$ref/logs' : '/project/$ref/logs/explorer',
})

/** The menu of a project's Logs section. */
export const logsMenu = ({ offers, edition }: MenuContext): readonly MenuGroup[] => [
  {
    title: 'Logs',
    entries: [
      ...given(edition === 'platform', {
        key: 'all',
        label: 'All logs',
        route: '/project/$ref/logs' as const,
        pages: ['', 'all'],
      }),
      { key: 'explorer', label: 'Explorer', route: '/project/$ref/logs/explorer' },
    ],
  },
  {
    title: 'Sources',
    entries: [
      { key: 'edge-logs', label: 'API gateway', route: '/project/$ref/logs/edge-logs' },
      { key: 'postgres-logs', label: 'Postgres', route: '/project/$ref/logs/postgres-logs' },
      { key: 'pooler-logs', label: 'Pooler', route: '/project/$ref/logs/pooler-logs' },
      ...given(offers('project_storage:all'), {
        key: 'storage-logs',
        label: 'Storage',
        route: '/project/$ref/logs/storage-logs' as const,
      }),
      ...given(offers('project_auth:all'), {
        key: 'auth-logs',
        label: 'Auth',
        route: '/project/$ref/logs/auth-logs' as const,
      }),
    ],
  },
]
