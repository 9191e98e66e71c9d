/** The fields of a usage item that decide whether its limit is exceeded. */
export interface Measured {
  readonly metric: string
  readonly usage: number
  readonly capped: boolean
  readonly available_in_plan: boolean
  readonly unlimited: boolean
  readonly pricing_free_units: number
}

/** Metrics that never warn. */
const silentMetrics = ['DISK_IOPS_GP3', 'LOG_INGESTION', 'LOG_QUERYING', 'LOG_STORAGE']

const hasLimit = ({ capped, available_in_plan, unlimited }: Measured) =>
  capped && available_in_plan && !unlimited

/** Whether usage is above the plan's limit; exactly the limit is allowed. */
export const isExceeded = (item: Measured) =>
  hasLimit(item) && !silentMetrics.includes(item.metric) && item.usage > item.pricing_free_units

/** The usage beyond the plan, in the metric's unit. */
export const overageOf = (item: Measured) =>
  item.unlimited ? 0 : Math.max(0, item.usage - item.pricing_free_units)

/** At least 0; over 100 when the limit is exceeded. Undefined without a limit. */
export const percentUsed = ({ unlimited, usage, pricing_free_units }: Measured) =>
  unlimited || pricing_free_units === 0 ? undefined : (usage / pricing_free_units) * 100
