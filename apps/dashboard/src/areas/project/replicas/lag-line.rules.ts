import { LAG_HISTORY_SECONDS, LAG_INTERVAL_SECONDS } from '@basalt/contract/replicas/replica-lag.rules.ts'
import type { LagReading } from '@basalt/contract/replicas/replicas.schema.ts'

/** A lag below this fills no chart: nobody reads a line of milliseconds. */
const LEAST_SECONDS = 1

/** More between two readings means that nothing was read: the project slept, or the server was down. */
const GAP_MS = 3 * LAG_INTERVAL_SECONDS * 1000

/** Whether any reading shows a lag. */
export const hasLag = (readings: readonly LagReading[]) => readings.some(({ seconds }) => seconds > 0)

/** The readings of the last hour as lines of an SVG, each without a gap. `max` is the lag at the upper edge, in seconds. */
export function lagLines(
  readings: readonly LagReading[],
  { now, width, height }: { now: number; width: number; height: number },
): { lines: string[]; max: number } {
  const from = now - LAG_HISTORY_SECONDS * 1000
  const points = readings
    .map(({ at, seconds }) => ({ at: Date.parse(at), seconds }))
    .filter(({ at }) => at >= from && at <= now)
  const max = Math.max(LEAST_SECONDS, ...points.map(({ seconds }) => seconds))
  const lines: string[][] = []
  let before: number | undefined
  for (const { at, seconds } of points) {
    if (before === undefined || at - before > GAP_MS) lines.push([])
    before = at
    const x = (width * (at - from)) / (now - from)
    const y = height - (height * seconds) / max
    lines.at(-1)!.push(`${x.toFixed(1)},${y.toFixed(1)}`)
  }
  return { lines: lines.map((line) => line.join(' ')), max }
}

/** Such as `at most 0.2 s in the last hour`. */
export function lagSummary(readings: readonly LagReading[]): string {
  if (readings.length === 0) return 'No readings yet'
  const most = Math.max(...readings.map(({ seconds }) => seconds))
  return most === 0 ? 'None in the last hour' : `At most ${most.toFixed(1)} s in the last hour`
}
