/** What decides whether a limit is passed; the shape that the usage call answers with. */
export interface Measured {
  readonly metric: string
  readonly usage: number
  readonly capped: boolean
  readonly available_in_plan: boolean
  readonly unlimited: boolean
  readonly pricing_free_units: number
}

/** What never warns: throughput that is bought by the piece, and logs. */
const silentMetrics = ['DISK_IOPS_GP3', 'LOG_INGESTION', 'LOG_QUERYING', 'LOG_STORAGE']

const hasLimit = ({ capped, available_in_plan, unlimited }: Measured) =>
  capped && available_in_plan && !unlimited

/** Whether more is used than the plan includes; exactly all of it is not too much. */
export const isExceeded = (item: Measured) =>
  hasLimit(item) && !silentMetrics.includes(item.metric) && item.usage > item.pricing_free_units

/** What is used beyond the plan, in the metric's unit. */
export const overageOf = (item: Measured) =>
  item.unlimited ? 0 : Math.max(0, item.usage - item.pricing_free_units)

/** From 0 on; over 100 when the limit is passed. Undefined without a limit. */
export const percentUsed = ({ unlimited, usage, pricing_free_units }: Measured) =>
  unlimited || pricing_free_units === 0 ? undefined : (usage / pricing_free_units) * 100
