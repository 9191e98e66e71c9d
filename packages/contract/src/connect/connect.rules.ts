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

/** Stands where the password goes: the server cannot show it again, and copied text ends up in histories. */
export const PASSWORD_PLACEHOLDER = '[YOUR_PASSWORD]'

/** A database that does not let somebody in within this time is not reached. */
export const CONNECTION_CHECK_TIMEOUT_MS = 5_000
