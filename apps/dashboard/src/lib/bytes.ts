const BYTES_PER_STEP = 1024
const units = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB'] as const

/**
 * Formats a size for display: base 1024, at most `decimals` digits after the point, `0 bytes` for NaN, zero and less.
 */
export function formatBytes(bytes: number, decimals = 1): string {
  if (!(bytes > 0)) return '0 bytes'
  let unit = 0
  let value = bytes
  // Compares the rounded value: 1023.99 KB must read 1 MB, not 1024 KB.
  while (unit < units.length - 1 && round(value, unit === 0 ? 0 : decimals) >= BYTES_PER_STEP) {
    value /= BYTES_PER_STEP
    unit += 1
  }
  const rounded = round(value, unit === 0 ? 0 : decimals)
  return `${rounded} ${unit === 0 && rounded === 1 ? 'byte' : units[unit]}`
}

const round = (value: number, decimals: number) => Number(value.toFixed(decimals))
