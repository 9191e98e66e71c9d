import type { FeatureKey } from '../installation/features.rules.ts'

/** The formats of a connection string, in the order offered. */
export const clientTypes = [
  { id: 'uri', label: 'URI' },
  { id: 'psql', label: 'PSQL' },
  { id: 'golang', label: 'Golang' },
  { id: 'jdbc', label: 'JDBC' },
  { id: 'dotnet', label: '.NET' },
  { id: 'nodejs', label: 'Node.js' },
  { id: 'php', label: 'PHP' },
  { id: 'python', label: 'Python' },
  { id: 'sqlalchemy', label: 'SQLAlchemy' },
] as const
export type ClientType = (typeof clientTypes)[number]['id']

/** The ways to connect to a database, in the order offered. */
export const connectMethods = [
  { id: 'direct', label: 'Direct connection' },
  { id: 'transaction', label: 'Transaction pooler' },
  { id: 'session', label: 'Session pooler' },
] as const
export type ConnectMethod = (typeof connectMethods)[number]['id']
export const connectMethodIds = ['direct', 'transaction', 'session'] as const satisfies ConnectMethod[]

/** The pooler of all projects, or one project's own. */
export const poolerKinds = ['shared', 'dedicated'] as const
export type PoolerKind = (typeof poolerKinds)[number]

/** The dialog's tabs, in order. One with a feature key is hidden when that feature is disabled. */
export const connectTabs = [
  { id: 'direct', label: 'Connection String' },
  { id: 'frameworks', label: 'App Frameworks', feature: 'project_connection:show_app_frameworks' },
  { id: 'mobiles', label: 'Mobile Frameworks', feature: 'project_connection:show_mobile_frameworks' },
  { id: 'orms', label: 'ORMs', feature: 'project_connection:show_orms' },
  { id: 'mcp', label: 'MCP' },
] as const satisfies readonly { id: string; label: string; feature?: FeatureKey }[]
export type ConnectTab = (typeof connectTabs)[number]['id']

/** Stands in for the password: the server cannot show it, and copied text ends up in shell histories. */
export const PASSWORD_PLACEHOLDER = '[YOUR_PASSWORD]'

/** A login attempt that takes longer counts as failed. */
export const CONNECTION_CHECK_TIMEOUT_MS = 5_000
