import { type LogSourceId, logTitles } from '@basalt/contract/logs/log-limits.rules.ts'
import { List } from 'lucide-react'
import {
  given,
  type MenuContext,
  type MenuEntry,
  type MenuGroup,
  type RailEntry,
} from '../../app/menus/menu.port.ts'

export const logsLine = ({ previews }: MenuContext): RailEntry => ({
  key: 'logs',
  label: 'Logs',
  icon: List,
  letter: 'l',
  route: previews.has('unified-logs') ? '/project/$ref/logs' : '/project/$ref/logs/explorer',
})

const source = (id: LogSourceId): MenuEntry => {
  const key = id.replace('_', '-')
  return {
    key,
    label: logTitles[id],
    route: '/project/$ref/logs/$source',
    leadsTo: `/project/$ref/logs/${key}`,
  }
}

/** The menu of a project's Logs section. */
export const logsMenu = ({ offers, edition }: MenuContext): readonly MenuGroup[] => [
  {
    title: 'Logs',
    entries: [
      ...given<MenuEntry>(edition === 'platform', {
        key: 'all',
        label: logTitles.all_logs,
        route: '/project/$ref/logs',
        pages: ['', 'all'],
      }),
      { key: 'explorer', label: 'Explorer', route: '/project/$ref/logs/explorer' },
    ],
  },
  {
    title: 'Sources',
    entries: [
      source('edge_logs'),
      source('postgres_logs'),
      source('pooler_logs'),
      source('webhook_logs'),
      ...given(offers('project_storage:all'), source('storage_logs')),
      ...given(offers('project_auth:all'), source('auth_logs')),
    ],
  },
]
