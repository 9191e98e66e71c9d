import type { LogStore } from '@basalt/log-store/log-store.ts'
import { logViews, requestsSource } from './log-views.ts'
import type { RequestActivity, RequestsByHour } from './logs.port.ts'

interface Deps {
  store: Pick<LogStore, 'aggregate' | 'hasEvents' | 'position'>
  now: () => Date
}

interface Counted {
  position: number
  at: number
  hours: number
  activity: RequestActivity
}

const HOUR_MS = 3_600_000
/** Counts are used again for so long while nothing is logged: the hours end at the present moment. */
const FRESH_MS = 60_000
/** Projects whose counts are kept. */
const COUNTED_MAX = 1_000

/** Counts calls of projects' APIs from their logs. Nothing is read for a project that has had none. */
export function requestsByHour({ store, now }: Deps): RequestsByHour {
  const counted = new Map<string, Counted>()
  return async (ref, hours) => {
    const at = now().getTime()
    const range = { from: at - hours * HOUR_MS + 1, to: at + 1 }
    const none = { requests: Array.from({ length: hours }, () => 0), last_request_at: null }
    if (!(await store.hasEvents(ref, requestsSource.name, range))) return none
    const position = await store.position(ref, requestsSource.name)
    const known = counted.get(ref)
    if (known?.position === position && known.hours === hours && at - known.at < FRESH_MS)
      return known.activity
    const rows = await store.aggregate(
      ref,
      logViews.edge_logs,
      range,
      { sql: 'true', params: [] },
      {
        // What was left out is counted by an event that need not be a request itself.
        sql: `select ((? - epoch_ms(timestamp)) // ?)::double as hours_ago,
            (count(method) + coalesce(sum(left_out), 0))::double as calls,
            epoch_ms(max(timestamp) filter (method is not null))::double as last_at
          from events group by 1`,
        params: [at, HOUR_MS],
      },
    )
    const requests = [...none.requests]
    for (const { hours_ago, calls } of rows) requests[hours - 1 - Number(hours_ago)] = Number(calls)
    const times = rows.flatMap(({ last_at }) => (last_at === null ? [] : [Number(last_at)]))
    const activity = {
      requests,
      last_request_at: times.length === 0 ? null : new Date(Math.max(...times)).toISOString(),
    }
    counted.delete(ref)
    counted.set(ref, { position, at, hours, activity })
    if (counted.size > COUNTED_MAX) counted.delete(counted.keys().next().value!)
    return activity
  }
}
