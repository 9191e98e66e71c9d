/** The units in which users enter sizes. */
export const sizeUnits = ['bytes', 'KB', 'MB', 'GB'] as const
export type SizeUnit = (typeof sizeUnits)[number]

const STEP = 1024
const bytesIn = (unit: SizeUnit) => STEP ** sizeUnits.indexOf(unit)

/** Parses a size to bytes; undefined unless the amount is a non-negative number. */
export function bytesOf(amount: string, unit: SizeUnit): number | undefined {
  const text = amount.trim()
  if (!/^\d+(\.\d+)?$/.test(text)) return undefined
  const bytes = Math.round(Number(text) * bytesIn(unit))
  return Number.isSafeInteger(bytes) ? bytes : undefined
}

/** Converts bytes to the largest unit in which the amount has at most two decimals. */
export function amountOf(bytes: number): { amount: string; unit: SizeUnit } {
  const unit =
    [...sizeUnits]
      .reverse()
      .find((one) => bytes >= bytesIn(one) && Number.isInteger((bytes / bytesIn(one)) * 100)) ?? 'bytes'
  return { amount: String(bytes / bytesIn(unit)), unit }
}
