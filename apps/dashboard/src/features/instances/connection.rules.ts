/** The share of connections, in percent, from which people should know that it gets tight. */
export const CONNECTIONS_WARNING_PERCENT = 75
export const CONNECTIONS_CRITICAL_PERCENT = 90

export function connectionUse({ used, max }: { used: number; max: number }) {
  const percent = max > 0 ? Math.min(100, (used / max) * 100) : 100
  if (percent >= CONNECTIONS_CRITICAL_PERCENT) return { percent, tone: 'critical' as const }
  if (percent >= CONNECTIONS_WARNING_PERCENT) return { percent, tone: 'warning' as const }
  return { percent, tone: 'brand' as const }
}
