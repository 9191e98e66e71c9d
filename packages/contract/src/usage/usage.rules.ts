import type { PlanId } from '../organizations/organizations.rules.ts'

const MB = 1024 ** 2
const GB = 1024 ** 3
const TB = 1024 ** 4

/**
 * How the days of a period become one number. `average` is over the days on which anything was measured, so that a
 * short peak does not count as a month of it; `distinct` counts each one once, however often they came.
 */
export type Aggregation = 'sum' | 'average' | 'max' | 'distinct'

export const usageSections = ['Size', 'Traffic', 'Activity'] as const
export type UsageSection = (typeof usageSections)[number]

interface Metric {
  readonly label: string
  readonly description: string
  readonly section: UsageSection
  readonly unit: 'bytes' | 'count'
  readonly aggregation: Aggregation
  /** What each plan includes for all projects of an organization together in one period; null for no limit. */
  readonly quotas: Readonly<Record<PlanId, number | null>>
}

/** All that is measured. What is not on this list is not shown: a number that nothing measures would be invented. */
export const usageMetrics = {
  DATABASE_SIZE: {
    label: 'Database size',
    description: 'The data of all databases, averaged over the period.',
    section: 'Size',
    unit: 'bytes',
    aggregation: 'average',
    quotas: { free: 500 * MB, pro: 8 * GB, team: 64 * GB, enterprise: null },
  },
  DISK_SIZE: {
    label: 'Disk size',
    description: 'All databases with their write-ahead logs, averaged over the period.',
    section: 'Size',
    unit: 'bytes',
    aggregation: 'average',
    quotas: { free: 2 * GB, pro: 32 * GB, team: 256 * GB, enterprise: null },
  },
  EGRESS: {
    label: 'Egress',
    description: 'Bytes that left the server in answers to queries.',
    section: 'Traffic',
    unit: 'bytes',
    aggregation: 'sum',
    quotas: { free: 5 * GB, pro: 250 * GB, team: TB, enterprise: null },
  },
  REQUESTS: {
    label: 'Requests',
    description: 'Queries sent to the projects over HTTP, from the SQL editor and from scripts.',
    section: 'Traffic',
    unit: 'count',
    aggregation: 'sum',
    quotas: { free: 500_000, pro: 10_000_000, team: 50_000_000, enterprise: null },
  },
  PEAK_CONNECTIONS: {
    label: 'Peak connections',
    description: 'The most connections that one database had at once, looked at every ten minutes.',
    section: 'Activity',
    unit: 'count',
    aggregation: 'max',
    quotas: { free: 20, pro: 40, team: null, enterprise: null },
  },
  ACTIVE_CALLERS: {
    label: 'Active callers',
    description: 'Different people who sent queries over HTTP, each counted once.',
    section: 'Activity',
    unit: 'count',
    aggregation: 'distinct',
    quotas: { free: 10, pro: 100, team: 1000, enterprise: null },
  },
} as const satisfies Record<string, Metric>

export type MetricId = keyof typeof usageMetrics
export const metricIds = Object.keys(usageMetrics) as [MetricId, ...MetricId[]]
/** By id, without the narrow types of each one. */
export const metricOf = (id: MetricId): Metric => usageMetrics[id]

/** The projects that use most of a metric; the rest only count. */
export const PROJECT_ALLOCATIONS_MAX = 20
export const USAGE_RANGE_DAYS_MAX = 366
/** What is older is deleted: no range reaches further back. */
export const USAGE_KEPT_DAYS = 2 * USAGE_RANGE_DAYS_MAX
/** Usage changes slowly, and counting it costs more than most calls. */
export const USAGE_STALE_MS = 60 * 60_000

/** When the disk that holds the databases is nearly full, from the worst. */
export const diskLevels = [
  { level: 'critical', share: 0.95 },
  { level: 'warning', share: 0.9 },
] as const
export type DiskLevel = (typeof diskLevels)[number]['level']

export const diskLevelOf = ({ totalBytes, freeBytes }: { totalBytes: number; freeBytes: number }) =>
  totalBytes > 0
    ? diskLevels.find(({ share }) => (totalBytes - freeBytes) / totalBytes >= share)?.level
    : undefined
