import type { PlanId } from '../organizations/organizations.rules.ts'

const MB = 1024 ** 2
const GB = 1024 ** 3
const TB = 1024 ** 4

/**
 * How the days of a period are aggregated. `average` is over the days with a measurement, so that a short peak does not
 * count for a month; `distinct` counts each caller once.
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
  /** Each plan's quota per period for all projects of an organization together; null for no limit. */
  readonly quotas: Readonly<Record<PlanId, number | null>>
}

/** All metrics that are measured; no others are displayed. */
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
    description: 'Bytes sent in responses to queries.',
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
    description: 'The most simultaneous connections to one database, sampled every ten minutes.',
    section: 'Activity',
    unit: 'count',
    aggregation: 'max',
    quotas: { free: 20, pro: 40, team: null, enterprise: null },
  },
  ACTIVE_CALLERS: {
    label: 'Active callers',
    description: 'Distinct users who sent queries over HTTP.',
    section: 'Activity',
    unit: 'count',
    aggregation: 'distinct',
    quotas: { free: 10, pro: 100, team: 1000, enterprise: null },
  },
} as const satisfies Record<string, Metric>

export type MetricId = keyof typeof usageMetrics
export const metricIds = Object.keys(usageMetrics) as [MetricId, ...MetricId[]]
/** A metric by id, without its literal types. */
export const metricOf = (id: MetricId): Metric => usageMetrics[id]

/** How many of the projects with the highest usage are listed per metric. */
export const PROJECT_ALLOCATIONS_MAX = 20
export const USAGE_RANGE_DAYS_MAX = 366
/** Older usage is deleted: no range reaches further back. */
export const USAGE_RETENTION_DAYS = 2 * USAGE_RANGE_DAYS_MAX
/** The used share of the databases' disk from which each level applies, worst first. */
export const diskLevels = [
  { level: 'critical', share: 0.95 },
  { level: 'warning', share: 0.9 },
] as const
export type DiskLevel = (typeof diskLevels)[number]['level']

export const diskLevelOf = ({ totalBytes, freeBytes }: { totalBytes: number; freeBytes: number }) =>
  totalBytes > 0
    ? diskLevels.find(({ share }) => (totalBytes - freeBytes) / totalBytes >= share)?.level
    : undefined
