import { Database } from 'lucide-react'
import {
  given,
  type MenuContext,
  type MenuEntry,
  type MenuGroup,
  type RailEntry,
} from '../../app/menus/menu.port.ts'

export const databaseLine = ({ status }: MenuContext): RailEntry => ({
  key: 'database',
  label: 'Database',
  icon: Database,
  letter: 'd',
  // Without a running database, only its backups are accessible.
  route:
    status === undefined || status === 'ACTIVE_HEALTHY' || status === 'COMING_UP'
      ? '/project/$ref/database/schemas'
      : '/project/$ref/database/backups/scheduled',
})

/** The menu of a project's Database section. */
export function databaseMenu(context: MenuContext): readonly MenuGroup[] {
  const { edition, offers, previews, hasPointInTimeRecovery } = context
  return [
    {
      title: 'Database Management',
      entries: [
        { key: 'schemas', label: 'Schema Visualizer', route: '/project/$ref/database/schemas' },
        { key: 'tables', label: 'Tables', route: '/project/$ref/database/tables' },
        { key: 'functions', label: 'Functions', route: '/project/$ref/database/functions' },
        { key: 'triggers', label: 'Triggers', route: '/project/$ref/database/triggers' },
        { key: 'event-triggers', label: 'Event Triggers', route: '/project/$ref/database/event-triggers' },
        { key: 'types', label: 'Enumerated Types', route: '/project/$ref/database/types' },
        { key: 'extensions', label: 'Extensions', route: '/project/$ref/database/extensions' },
        { key: 'indexes', label: 'Indexes', route: '/project/$ref/database/indexes' },
        { key: 'publications', label: 'Publications', route: '/project/$ref/database/publications' },
        {
          key: 'replication',
          label: 'Replication',
          route: '/project/$ref/database/replication',
          ...(!offers('database:replication') && { badge: 'Coming soon' }),
        },
      ],
    },
    {
      title: 'Configuration',
      entries: [
        ...given<MenuEntry>(offers('database:roles'), {
          key: 'roles',
          label: 'Roles',
          route: '/project/$ref/database/roles',
        }),
        ...given<MenuEntry>(previews.has('column-privileges'), {
          key: 'column-privileges',
          label: 'Column Privileges',
          route: '/project/$ref/database/column-privileges',
          badge: 'ALPHA',
        }),
        { key: 'policies', label: 'Policies', route: '/project/$ref/auth/policies', leavesSection: true },
        { key: 'settings', label: 'Settings', route: '/project/$ref/database/settings' },
      ],
    },
    {
      title: 'Platform',
      entries: [
        ...given<MenuEntry>(edition === 'platform', {
          key: 'backups',
          label: 'Backups',
          route: hasPointInTimeRecovery
            ? '/project/$ref/database/backups/pitr'
            : '/project/$ref/database/backups/scheduled',
        }),
        { key: 'migrations', label: 'Migrations', route: '/project/$ref/database/migrations' },
        { key: 'import', label: 'Bring Your Database', route: '/project/$ref/database/import' },
        ...given<MenuEntry>(offers('integrations:wrappers'), {
          key: 'wrappers',
          label: 'Wrappers',
          route: '/project/$ref/integrations',
          search: '?category=wrapper',
          leavesSection: true,
        }),
        { key: 'webhooks', label: 'Webhooks', route: '/project/$ref/integrations/webhooks/overview' },
      ],
    },
    {
      title: 'Tools',
      entries: [
        {
          key: 'security-advisor',
          label: 'Security Advisor',
          route: '/project/$ref/advisors/security',
          leavesSection: true,
        },
        {
          key: 'performance-advisor',
          label: 'Performance Advisor',
          route: '/project/$ref/advisors/performance',
          leavesSection: true,
        },
        {
          key: 'query-performance',
          label: 'Query Performance',
          route: '/project/$ref/reports/query-performance',
          leavesSection: true,
        },
      ],
    },
  ]
}
