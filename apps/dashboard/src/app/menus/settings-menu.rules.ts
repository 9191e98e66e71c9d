import { dataApiLine, keyLines } from '../../areas/connect/connect.menu.ts'
import { given, type MenuContext, type MenuEntry, type MenuGroup } from './menu.port.ts'

/** The settings menu of a project. */
export function settingsMenu(context: MenuContext): readonly MenuGroup[] {
  const { edition, offers, status, mayReadBilling } = context
  const isPlatform = edition === 'platform'
  // Pages that need the database are empty until it is up.
  const whenUp = (entry: MenuEntry): MenuEntry =>
    status === 'COMING_UP' ? { ...entry, leadsTo: '/project/$ref' } : entry
  return [
    {
      title: 'Project Settings',
      entries: [
        { key: 'general', label: 'General', route: '/project/$ref/settings/general' },
        ...given<MenuEntry>(isPlatform, {
          key: 'compute-and-disk',
          label: 'Compute and Disk',
          route: '/project/$ref/settings/compute-and-disk',
        }),
        whenUp({
          key: 'infrastructure',
          label: 'Infrastructure',
          route: '/project/$ref/settings/infrastructure',
        }),
        ...given<MenuEntry>(isPlatform, {
          key: 'integrations',
          label: 'Integrations',
          route: '/project/$ref/settings/integrations',
        }),
        whenUp(dataApiLine),
        ...keyLines(context),
        ...given<MenuEntry>(offers('project_settings:log_drains'), {
          key: 'log-drains',
          label: 'Log Drains',
          route: '/project/$ref/settings/log-drains',
        }),
        { key: 'addons', label: 'Add Ons', route: '/project/$ref/settings/addons' },
        whenUp({
          key: 'vault',
          label: 'Vault',
          route: '/project/$ref/integrations/vault/overview',
          badge: 'ALPHA',
          leavesSection: true,
        }),
      ],
    },
    { title: 'Configuration', entries: configuration(context).map(leaving).map(whenDatabase(whenUp)) },
    {
      title: 'Billing',
      entries: [
        ...given<MenuEntry>(isPlatform && offers('billing:all') && mayReadBilling, {
          key: 'subscription',
          label: 'Subscription',
          route: '/org/$slug/billing',
        }),
        ...given<MenuEntry>(isPlatform, {
          key: 'usage',
          label: 'Usage',
          route: '/org/$slug/usage',
          search: '?projectRef=$ref',
        }),
      ].map(leaving),
    },
  ]
}

const configuration = ({ edition, offers }: MenuContext): MenuEntry[] => [
  { key: 'database', label: 'Database', route: '/project/$ref/database/settings' },
  ...given<MenuEntry>(edition === 'platform' && offers('project_auth:all'), {
    key: 'auth',
    label: 'Authentication',
    route: offers('authentication:sign_in_providers')
      ? '/project/$ref/auth/providers'
      : '/project/$ref/auth/policies',
  }),
  ...given<MenuEntry>(edition === 'platform' && offers('project_storage:all'), {
    key: 'storage',
    label: 'Storage',
    route: '/project/$ref/storage/settings',
  }),
  ...given<MenuEntry>(edition === 'platform' && offers('project_edge_function:all'), {
    key: 'functions',
    label: 'Edge Functions',
    route: '/project/$ref/functions/secrets',
  }),
]

const leaving = (entry: MenuEntry): MenuEntry => ({ ...entry, leavesSection: true })

const whenDatabase = (rule: (entry: MenuEntry) => MenuEntry) => (entry: MenuEntry) =>
  entry.key === 'database' ? rule(entry) : entry
