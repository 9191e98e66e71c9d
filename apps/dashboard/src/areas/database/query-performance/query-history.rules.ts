import type { QueryHistory } from '@basalt/contract/query-performance/query-performance.schema.ts'
import type { TimeDrawing } from '../../../ui/chart/TimeChart.tsx'
import { queryTime } from './performance-text.rules.ts'

const CALLS_TOP_MIN = 5
const TIME_TOP_MIN_MS = 1

/** The charts of a query's history: the time of its calls, and how many there were. */
export function historyDrawings({ from, step_ms, calls, mean_ms, max_ms }: QueryHistory): {
  times: TimeDrawing
  calls: TimeDrawing
} {
  const first = Date.parse(from)
  const starts = calls.map((_, index) => first + index * step_ms)
  const common = { starts, stepMs: step_ms }
  return {
    times: {
      ...common,
      kind: 'lines',
      lines: [
        { label: 'Mean', tone: 'main', values: mean_ms },
        { label: 'Longest', tone: 'warning', values: max_ms },
      ],
      format: queryTime,
      topMin: TIME_TOP_MIN_MS,
    },
    calls: {
      ...common,
      kind: 'bars',
      lines: [{ label: 'Calls', tone: 'main', values: calls }],
      format: (value) => value.toLocaleString('en', { maximumFractionDigits: 0 }),
      topMin: CALLS_TOP_MIN,
    },
  }
}

/** The steps in which a query was called, newest first. */
export function historyRows({ from, step_ms, calls, mean_ms, max_ms }: QueryHistory) {
  const first = Date.parse(from)
  return calls
    .map((count, index) => ({
      start: first + index * step_ms,
      calls: count,
      mean: mean_ms[index] ?? 0,
      max: max_ms[index] ?? 0,
    }))
    .filter((row) => row.calls > 0)
    .reverse()
}

/** What a session did: it ran, or waited for something that PostgreSQL names. */
export const waitText = ({ wait_type, wait_event }: QueryHistory['sessions'][number]): string =>
  wait_type === null ? 'Running' : `Waiting for ${wait_type}: ${wait_event ?? 'unknown'}`
