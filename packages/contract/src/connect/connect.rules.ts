import type { FeatureKey } from '../installation/features.rules.ts'

/** How a program takes its connection string, in the order they are offered. */
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

/** The ways to a database, in the order they are offered. */
export const connectMethods = [
  { id: 'direct', label: 'Direct connection' },
  { id: 'transaction', label: 'Transaction pooler' },
  { id: 'session', label: 'Session pooler' },
] as const
export type ConnectMethod = (typeof connectMethods)[number]['id']
export const connectMethodIds = ['direct', 'transaction', 'session'] as const satisfies ConnectMethod[]

/** One pooler for all projects, or one that listens for a single project. */
export const poolerKinds = ['shared', 'dedicated'] as const
export type PoolerKind = (typeof poolerKinds)[number]

/** What the dialog shows, in the order of its tabs; one with a feature key is there unless that is switched off. */
export const connectTabs = [
  { id: 'direct', label: 'Connection String' },
  { id: 'frameworks', label: 'App Frameworks', feature: 'project_connection:show_app_frameworks' },
  { id: 'mobiles', label: 'Mobile Frameworks', feature: 'project_connection:show_mobile_frameworks' },
  { id: 'orms', label: 'ORMs', feature: 'project_connection:show_orms' },
  { id: 'mcp', label: 'MCP' },
] as const satisfies readonly { id: string; label: string; feature?: FeatureKey }[]
export type ConnectTab = (typeof connectTabs)[number]['id']

/** Stands where the password goes: the server cannot show it again, and copied text ends up in histories. */
export const PASSWORD_PLACEHOLDER = '[YOUR_PASSWORD]'

/** A database that does not let somebody in within this time is not reached. */
export const CONNECTION_CHECK_TIMEOUT_MS = 5_000
