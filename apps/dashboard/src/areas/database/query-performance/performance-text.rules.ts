const MS_PER_SECOND = 1000
const MS_PER_MINUTE = 60_000
const MS_PER_HOUR = 3_600_000

const number = (value: number, digits: number) =>
  value.toLocaleString('en', { maximumFractionDigits: digits })

/** A time of queries, with about three digits: `0.02 ms`, `312 ms`, `4.1 s`, `12 min`, `3.5 h`. */
export function queryTime(milliseconds: number): string {
  if (milliseconds < 10) return `${number(milliseconds, 2)} ms`
  if (milliseconds < MS_PER_SECOND) return `${number(milliseconds, 0)} ms`
  if (milliseconds < MS_PER_MINUTE) return `${number(milliseconds / MS_PER_SECOND, 1)} s`
  if (milliseconds < MS_PER_HOUR) return `${number(milliseconds / MS_PER_MINUTE, 1)} min`
  return `${number(milliseconds / MS_PER_HOUR, 1)} h`
}

/** A part of a whole from 0 to 1, in percent. What is there but less than a tenth of a percent is not shown as nothing. */
export const percent = (part: number) => (part > 0 && part < 0.001 ? '< 0.1%' : `${number(part * 100, 1)}%`)

export const rowsText = (rows: number) => number(rows, rows < 10 ? 1 : 0)
