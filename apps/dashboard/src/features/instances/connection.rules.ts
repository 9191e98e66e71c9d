import type { InstanceFacts } from '@basalt/contract/instances/instances.schema.ts'

/** Stands where the password goes: the server cannot show it again, and copied text ends up in histories. */
export const PASSWORD_PLACEHOLDER = '[YOUR_PASSWORD]'

/** How to open the database with psql; undefined while it has no endpoint. */
export function psqlCommand({
  host,
  port,
  database,
  user,
}: Pick<InstanceFacts, 'host' | 'port' | 'database' | 'user'>): string | undefined {
  if (host === null || port === null) return undefined
  const address = host.includes(':') ? `[${host}]` : host
  return `psql "postgresql://${user}:${PASSWORD_PLACEHOLDER}@${address}:${port}/${database}"`
}

/** The share of connections, in percent, from which people should know that it gets tight. */
export const CONNECTIONS_WARNING_PERCENT = 75
export const CONNECTIONS_CRITICAL_PERCENT = 90

export function connectionUse({ used, max }: { used: number; max: number }) {
  const percent = max > 0 ? Math.min(100, (used / max) * 100) : 100
  if (percent >= CONNECTIONS_CRITICAL_PERCENT) return { percent, tone: 'critical' as const }
  if (percent >= CONNECTIONS_WARNING_PERCENT) return { percent, tone: 'warning' as const }
  return { percent, tone: 'brand' as const }
}
