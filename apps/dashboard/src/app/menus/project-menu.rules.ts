import { given, type MenuContext, type MenuEntry, type MenuGroup, type MenuRoute } from './menu.port.ts'

export type ProjectMenuKey =
  | 'overview'
  | 'editor'
  | 'sql'
  | 'database'
  | 'auth'
  | 'storage'
  | 'functions'
  | 'realtime'
  | 'advisors'
  | 'reports'
  | 'logs'
  | 'api'
  | 'integrations'
  | 'settings'

type Entry = MenuEntry<ProjectMenuKey>

/**
 * The parts of a project, in the order of the left rail: tools, products, the rest, settings. While a project is
 * coming up nothing but its overview has anything to show, so that every line but the settings leads there.
 */
export function projectMenu(context: MenuContext): readonly MenuGroup<ProjectMenuKey>[] {
  const { edition, offers, previews, status } = context
  const isPlatform = edition === 'platform'
  const tools: Entry[] = [
    { key: 'overview', label: 'Project Overview', route: '/project/$ref', pages: [''] },
    { key: 'editor', label: 'Table Editor', route: '/project/$ref/editor' },
    {
      key: 'sql',
      label: 'SQL Editor',
      route: '/project/$ref/sql',
      // Where those who know the self-hosted edition have it in their bookmarks.
      ...(!isPlatform && { leadsTo: '/project/$ref/sql/1' }),
    },
  ]
  const products: Entry[] = [
    { key: 'database', label: 'Database', route: databaseRoute(status) },
    ...given<Entry>(offers('project_auth:all'), {
      key: 'auth',
      label: 'Authentication',
      route: previews.has('auth-overview') ? '/project/$ref/auth/overview' : '/project/$ref/auth/users',
    }),
    ...given<Entry>(offers('project_storage:all'), {
      key: 'storage',
      label: 'Storage',
      route: '/project/$ref/storage/files',
    }),
    ...given<Entry>(offers('project_edge_function:all'), {
      key: 'functions',
      label: 'Edge Functions',
      route: '/project/$ref/functions',
    }),
    ...given<Entry>(offers('realtime:all'), {
      key: 'realtime',
      label: 'Realtime',
      route: '/project/$ref/realtime/inspector',
    }),
  ]
  const others: Entry[] = [
    { key: 'advisors', label: 'Advisors', route: '/project/$ref/advisors/security' },
    ...given<Entry>(isPlatform && offers('reports:all'), {
      key: 'reports',
      label: 'Reports',
      route: '/project/$ref/reports',
    }),
    {
      key: 'logs',
      label: 'Logs',
      route: previews.has('unified-logs') ? '/project/$ref/logs' : '/project/$ref/logs/explorer',
    },
    {
      key: 'api',
      label: 'API Docs',
      route: '/project/$ref/api',
      ...(previews.has('api-docs-panel') && { opens: 'api-docs' }),
    },
    { key: 'integrations', label: 'Integrations', route: '/project/$ref/integrations' },
  ]
  const settings: Entry[] = [
    {
      key: 'settings',
      label: 'Project Settings',
      route: '/project/$ref/settings/general',
      // People open the settings of the self-hosted edition for the keys.
      ...(!isPlatform && { leadsTo: '/project/$ref/settings/api-keys' }),
    },
  ]
  const groups = [tools, products, others].map((entries) => ({
    entries: status === 'COMING_UP' ? entries.map(toOverview) : entries,
  }))
  return [...groups, { entries: settings }]
}

/** A database that does not answer has nothing to list; what can still be reached are its backups. */
const databaseRoute = (status: MenuContext['status']): MenuRoute =>
  status === undefined || status === 'ACTIVE_HEALTHY' || status === 'COMING_UP'
    ? '/project/$ref/database/schemas'
    : '/project/$ref/database/backups/scheduled'

const toOverview = ({ opens: _, ...entry }: Entry): Entry => ({ ...entry, leadsTo: '/project/$ref' })
