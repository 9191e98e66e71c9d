import { LAG_HISTORY_SECONDS, LAG_INTERVAL_SECONDS } from '@basalt/contract/replicas/replica-lag.rules.ts'
import type { LagReading } from '@basalt/contract/replicas/replicas.schema.ts'
import { formatBytes } from '../../../lib/bytes.ts'

export type LagUnit = 'seconds' | 'bytes'

/** A lag below this fills no chart: nobody reads a line of milliseconds or of single pages. */
const LEAST: Record<LagUnit, number> = { seconds: 1, bytes: 2 ** 20 }

/** More between two readings means that nothing was read: the project slept, or the server was down. */
const GAP_MS = 3 * LAG_INTERVAL_SECONDS * 1000

/** A reading that began the history longer ago than this was that of a whole hour. */
const WHOLE_MS = (LAG_HISTORY_SECONDS - 2 * 60) * 1000

/** Whether any reading shows a lag. */
export const hasLag = (readings: readonly LagReading[]) =>
  readings.some(({ seconds, bytes }) => seconds > 0 || bytes > 0)

/** The readings of the last hour as lines of an SVG, each without a gap. `max` is the lag at the upper edge, in its unit. */
export function lagLines(
  readings: readonly LagReading[],
  unit: LagUnit,
  { now, width, height }: { now: number; width: number; height: number },
): { lines: string[]; max: number } {
  const from = now - LAG_HISTORY_SECONDS * 1000
  const points = readings
    .map((reading) => ({ at: Date.parse(reading.at), value: reading[unit] }))
    .filter(({ at }) => at >= from && at <= now)
  const max = Math.max(LEAST[unit], ...points.map(({ value }) => value))
  const lines: string[][] = []
  let before: number | undefined
  for (const { at, value } of points) {
    if (before === undefined || at - before > GAP_MS) lines.push([])
    before = at
    const x = (width * (at - from)) / (now - from)
    const y = height - (height * value) / max
    lines.at(-1)!.push(`${x.toFixed(1)},${y.toFixed(1)}`)
  }
  return { lines: lines.map((line) => line.join(' ')), max }
}

/** A lag in its unit, such as `1.3 s` or `12 MB`. */
export const lagAmount = (value: number, unit: LagUnit) =>
  unit === 'bytes' ? formatBytes(value) : `${value.toFixed(1)} s`

const timeOfDay = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })

/** Such as `At most 0.2 s and 3 MB in the last hour`, or since when, where the history is shorter. */
export function lagSummary(readings: readonly LagReading[], now: number): string {
  const [first] = readings
  if (!first) return 'No readings yet'
  const most = (unit: LagUnit) => Math.max(...readings.map((reading) => reading[unit]))
  const began = Date.parse(first.at)
  const when = now - began >= WHOLE_MS ? 'in the last hour' : `since ${timeOfDay.format(began)}`
  return hasLag(readings)
    ? `At most ${lagAmount(most('seconds'), 'seconds')} and ${lagAmount(most('bytes'), 'bytes')} ${when}`
    : `None ${when}`
}
