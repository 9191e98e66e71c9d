/** Sizes that people type: a number and its unit. */
export const sizeUnits = ['bytes', 'KB', 'MB', 'GB'] as const
export type SizeUnit = (typeof sizeUnits)[number]

const STEP = 1024
const bytesIn = (unit: SizeUnit) => STEP ** sizeUnits.indexOf(unit)

/** In bytes; undefined for what is no number from zero on. */
export function bytesOf(amount: string, unit: SizeUnit): number | undefined {
  const text = amount.trim()
  if (!/^\d+(\.\d+)?$/.test(text)) return undefined
  const bytes = Math.round(Number(text) * bytesIn(unit))
  return Number.isSafeInteger(bytes) ? bytes : undefined
}

/** In the largest unit that says it without a fraction longer than two digits. */
export function amountOf(bytes: number): { amount: string; unit: SizeUnit } {
  const unit =
    [...sizeUnits]
      .reverse()
      .find((one) => bytes >= bytesIn(one) && Number.isInteger((bytes / bytesIn(one)) * 100)) ?? 'bytes'
  return { amount: String(bytes / bytesIn(unit)), unit }
}
