/** The used share of connections, in percent, at which the page warns. */
export const CONNECTIONS_WARNING_PERCENT = 75
export const CONNECTIONS_CRITICAL_PERCENT = 90

/** The used share of the disk, in percent, at which the page warns. */
export const DISK_WARNING_PERCENT = 80
export const DISK_CRITICAL_PERCENT = 95

export const connectionUse = ({ used, max }: { used: number; max: number }) =>
  useOf(used, max, { warning: CONNECTIONS_WARNING_PERCENT, critical: CONNECTIONS_CRITICAL_PERCENT })

export const diskUse = ({ used, total }: { used: number; total: number }) =>
  useOf(used, total, { warning: DISK_WARNING_PERCENT, critical: DISK_CRITICAL_PERCENT })

function useOf(used: number, max: number, from: { warning: number; critical: number }) {
  const percent = max > 0 ? Math.min(100, (used / max) * 100) : 100
  if (percent >= from.critical) return { percent, tone: 'critical' as const }
  if (percent >= from.warning) return { percent, tone: 'warning' as const }
  return { percent, tone: 'brand' as const }
}
