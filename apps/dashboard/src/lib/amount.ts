import { formatBytes } from './bytes.ts'

const count = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** Formats an amount for display: `1.5 GB`, `500,000`. */
export const formatAmount = (unit: 'bytes' | 'count', value: number) =>
  unit === 'bytes' ? formatBytes(value) : count.format(value)
