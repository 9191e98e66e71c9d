export const usagePeriods = ['current', 'previous', 'custom'] as const
export type UsagePeriod = (typeof usagePeriods)[number]

/** The search params of the page; both days of a custom range are inclusive. */
export interface UsageSearch {
  period?: UsagePeriod | undefined
  start?: string | undefined
  end?: string | undefined
  projectRef?: string | undefined
}
