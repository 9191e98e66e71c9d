/** What the page is sorted by, by preset. */
export const performancePresets = {
  most_time_consuming: { title: 'Most time consuming', sort: 'total_ms' },
  most_frequent: { title: 'Most frequent', sort: 'calls' },
  slowest_execution: { title: 'Slowest execution', sort: 'max_ms' },
} as const
export type PerformancePreset = keyof typeof performancePresets
export const performancePresetIds = Object.keys(performancePresets) as [
  PerformancePreset,
  ...PerformancePreset[],
]

/** Where a query was run first since it is counted: by the dashboard and its agents, or by something else. */
export const querySources = ['dashboard', 'other'] as const
export type QuerySource = (typeof querySources)[number]

/** Columns that the list can be sorted by. */
export const performanceSorts = ['calls', 'total_ms', 'mean_ms', 'max_ms', 'min_ms', 'avg_rows'] as const
export type PerformanceSort = (typeof performanceSorts)[number]

export const PERFORMANCE_PAGE_SIZE = 20
export const PERFORMANCE_PAGE_MAX = 100
/** A longer text of a query is cut in the list. */
export const PERFORMANCE_QUERY_MAX = 20_000
